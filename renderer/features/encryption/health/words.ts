// The texts of a line of the health: its title, and the cause with the remedy, or a detail if all is well.
import type { TFunction } from 'i18next';
import type { HealthLine } from '#contract/areas/encryption/health';
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';
import { isolate } from '#ui/text/isolate';
import { formatSpan } from '#ui/text/time';

export interface LineWords {
  readonly title: string;
  readonly text: string;
}

type Of<A extends HealthLine['about']> = Extract<HealthLine, { about: A }>;

function backupWords(t: TFunction, line: Of<'backup'>): LineWords {
  const { cause, byIdentity } = line;
  const version = line.version ?? '';
  if (cause === null)
    return {
      title: t('health.backup.good'),
      text: t(byIdentity ? 'health.backup.goodBoth' : 'health.backup.goodText', { version }),
    };
  return { title: t(`health.backup.${cause}`), text: t(`health.backup.${cause}Text`, { version }) };
}

function uploadWords(
  t: TFunction,
  { cause, level, waiting: count, total }: Of<'upload'>,
): LineWords {
  if (cause !== null)
    return {
      title: t('health.upload.waiting', { count }),
      text: t(`health.upload.${cause}`, { count }),
    };
  if (level === 'working')
    return {
      title: t('health.upload.working'),
      text: t('health.upload.workingText', { done: total - count, total }),
    };
  return { title: t('health.upload.good'), text: t('health.upload.goodText', { count: total }) };
}

/** A message from before the sign-in is lost only where neither a backup nor another device of ours could bring its key. */
function messageCause({ level, fixes }: Of<'messages'>, cause: UndecryptableReason) {
  if (cause !== 'sent_before_sign_in_no_backup' || level === 'note') return cause;
  return fixes.length > 0 ? 'sent_before_sign_in' : 'sent_before_sign_in_set_up';
}

export function wordsOf(t: TFunction, line: HealthLine, language: string): LineWords {
  switch (line.about) {
    case 'store':
    case 'identity':
    case 'device': {
      const { about, cause } = line;
      if (cause === null) return { title: t(`health.${about}.good`), text: '' };
      // The compiler treats the three kinds as one here; each has both texts.
      const key = `health.${about}.${cause}` as 'health.store.lost';
      return { title: t(key), text: t(`${key}Text`) };
    }
    case 'secret':
      return {
        title: t(`health.secret.name.${line.secret}`),
        text: t(`health.secret.${line.cause ?? 'good'}`),
      };
    case 'recovery':
      return {
        title: t(`health.recovery.${line.cause ?? 'good'}`),
        text:
          line.cause === null
            ? line.phrase
              ? t('health.recovery.phrase')
              : ''
            : t(`health.recovery.${line.cause}Text`),
      };
    case 'backup':
      return backupWords(t, line);
    case 'upload':
      return uploadWords(t, line);
    case 'other':
      return line.cause === null
        ? { title: t('health.other.good'), text: '' }
        : {
            title: t('health.other.unsigned', { name: isolate(line.name ?? line.deviceId ?? '') }),
            text: t('health.other.unsignedText'),
          };
    case 'messages':
      return line.cause === null
        ? { title: t('health.messages.good'), text: '' }
        : {
            title: t('health.messages.count', { count: line.count }),
            text: t(`health.messages.${messageCause(line, line.cause)}`, { count: line.count }),
          };
    case 'clock':
      return line.cause === null
        ? { title: t('health.clock.good'), text: '' }
        : {
            title: t(`health.clock.${line.cause}`, {
              time: formatSpan(Math.abs(line.offMs), language),
            }),
            text: t('health.clock.text'),
          };
    default:
      return line satisfies never;
  }
}

/** A key that distinguishes lines of the same kind. */
export function keyOf(line: HealthLine): string {
  switch (line.about) {
    case 'secret':
      return `secret ${line.secret}`;
    case 'other':
      return `other ${line.deviceId ?? ''}`;
    case 'messages':
      return `messages ${line.cause ?? ''}`;
    default:
      return line.about;
  }
}
