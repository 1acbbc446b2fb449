// Turns the facts into lines for the user: for each thing that encryption depends on, its problem and the remedies. Pure.
import type { AppError } from '#contract/wire/errors';
import type { HealthFix, HealthLine, SecretName } from '#contract/areas/encryption/health';
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';
import type { BackupFacts, Facts } from './facts';

export interface Unreadable {
  readonly reason: UndecryptableReason;
  readonly count: number;
  readonly first: { readonly roomId: string; readonly eventId: string };
}

export interface Findings {
  /** Null: the crypto store could not be opened, for `storeFailure`. */
  readonly facts: Facts | null;
  readonly storeFailure: AppError | null;
  readonly unreadable: readonly Unreadable[];
  /** How far this computer's clock is ahead of the server's; null: not known. */
  readonly clockOffMs: number | null;
}

/** Requests to verify count for ten minutes at most, and five minutes into the future: a clock this wrong begins to break things. */
export const clockToleranceMs = 120_000;

const good = { cause: null, level: 'good', fixes: [] as HealthFix[] } as const;

/** Reasons with which a key may still come from another device of ours, or from another person. */
const mayCome: ReadonlySet<UndecryptableReason> = new Set([
  'waiting_for_key',
  'withheld',
  'withheld_unverified',
  'sent_before_sign_in',
  'key_in_backup_locked',
  'unsigned_device',
  'sender_identity_changed',
  'unknown',
]);

const holdsAll = ({ here }: Facts): boolean => here.master && here.selfSigning && here.userSigning;
const hasOpenBackup = ({ backup }: Facts): boolean => backup?.byKey === true;

function storeLine(failure: AppError | null): HealthLine {
  if (failure === null) return { about: 'store', ...good };
  if (failure.code === 'store_corrupt')
    return { about: 'store', level: 'bad', cause: 'lost', fixes: ['renew'] };
  const cause = failure.code === 'disk_full' ? 'full' : 'failed';
  return { about: 'store', level: 'bad', cause, fixes: [] };
}

/** The remedies that give this device the private keys of the identity. */
function unlocking({ stored, others }: Facts): HealthFix[] {
  return [
    ...(stored.key?.usable === true ? (['unlock'] as const) : []),
    ...(others.some(({ signed }) => signed) ? (['verify'] as const) : []),
    'start_over',
  ];
}

function identityLine(facts: Facts): HealthLine {
  if (facts.replaced)
    return { about: 'identity', level: 'bad', cause: 'replaced', fixes: unlocking(facts) };
  if (!facts.identity) return { about: 'identity', level: 'bad', cause: 'none', fixes: ['set_up'] };
  return { about: 'identity', ...good };
}

function deviceLine(facts: Facts): HealthLine {
  if (facts.thisDevice || !facts.identity) return { about: 'device', ...good };
  const fixes: HealthFix[] = holdsAll(facts) ? ['sign_here'] : unlocking(facts);
  return { about: 'device', level: 'bad', cause: 'unsigned', fixes };
}

function secretLine(facts: Facts, secret: SecretName, here: boolean, stored: boolean): HealthLine {
  const { key, others } = { ...facts.stored, ...facts };
  const line = { about: 'secret' as const, secret, here, stored };
  if (here && stored) return { ...line, ...good };
  const asking: HealthFix[] = others.some(({ signed }) => signed) ? ['ask_devices'] : [];
  if (here) {
    const fixes: HealthFix[] = key?.usable === true ? ['unlock'] : ['set_up'];
    return { ...line, level: 'warning', cause: 'not_stored', fixes };
  }
  if (stored) return { ...line, level: 'bad', cause: 'not_here', fixes: ['unlock', ...asking] };
  const last: HealthFix =
    secret === 'backup' && holdsAll(facts) && key !== null ? 'new_backup' : 'start_over';
  return { ...line, level: 'bad', cause: 'nowhere', fixes: [...asking, last] };
}

function recoveryLine(facts: Facts): HealthLine {
  const { key } = facts.stored;
  const line = { about: 'recovery' as const, phrase: key?.phrase === true };
  if (key?.usable === true) return { ...line, ...good };
  const fixes: HealthFix[] = holdsAll(facts) || !facts.identity ? ['set_up'] : unlocking(facts);
  return { ...line, level: 'warning', cause: key === null ? 'none' : 'unusable', fixes };
}

function backupLine(facts: Facts): HealthLine {
  const { backup, stored } = facts;
  const { version, byIdentity, byKey }: Omit<BackupFacts, 'version'> & { version: string | null } =
    backup ?? { version: null, byIdentity: false, byKey: false };
  const line = { about: 'backup' as const, version, byIdentity, byKey };
  if (backup === undefined)
    return { ...line, level: 'warning', cause: 'unreachable', fixes: ['check'] };
  // A user without a recovery key makes both in one step.
  const making: HealthFix[] = stored.key?.usable === true ? ['new_backup'] : ['set_up'];
  const replacing = holdsAll(facts) ? making : unlocking(facts);
  if (backup === null) return { ...line, level: 'bad', cause: 'none', fixes: replacing };
  if (byKey) return { ...line, ...good };
  if (byIdentity) {
    const asking = unlocking(facts).filter((fix) => fix === 'unlock' || fix === 'verify');
    const own: HealthFix[] = holdsAll(facts) ? [...making] : ['start_over'];
    return { ...line, level: 'bad', cause: 'locked', fixes: [...asking, ...own] };
  }
  const trying: HealthFix[] = stored.backup ? ['unlock'] : [];
  return {
    ...line,
    level: 'bad',
    cause: 'foreign',
    fixes: [...new Set([...replacing, ...trying])],
  };
}

/** The reason why the upload failed: by the status of the server's answer, or `offline` without one. */
function refusal(thrown: unknown): 'refused' | 'full' | 'offline' {
  const status = (thrown as { httpStatus?: unknown } | null)?.httpStatus;
  if (typeof status !== 'number') return 'offline';
  return status === 507 || status === 413 ? 'full' : 'refused';
}

function uploadLine({ keys, uploadFailure, backupOn, backup }: Facts): HealthLine {
  const waiting = Math.max(0, keys.total - keys.backedUp);
  const line = { about: 'upload' as const, waiting, total: keys.total };
  if (waiting === 0) return { ...line, ...good };
  // The backup's own line has the problem of the backup.
  if (!backupOn || backup === null)
    return { ...line, level: 'warning', cause: 'no_backup', fixes: [] };
  if (uploadFailure !== null)
    return { ...line, level: 'warning', cause: refusal(uploadFailure), fixes: ['upload'] };
  return { ...line, cause: null, level: 'working', fixes: [] };
}

function otherLines(facts: Facts): HealthLine[] {
  const unsigned = facts.identity ? facts.others.filter(({ signed }) => !signed) : [];
  if (unsigned.length === 0) return [{ about: 'other', deviceId: null, name: null, ...good }];
  const fixes: HealthFix[] = facts.thisDevice ? ['verify', 'sign_out'] : ['sign_out'];
  return unsigned.map(({ deviceId, name }) => ({
    ...{ about: 'other', deviceId, name, level: 'warning', cause: 'unsigned', fixes },
  }));
}

function messageLines({ facts, unreadable }: Findings): HealthLine[] {
  if (unreadable.length === 0) return [{ about: 'messages', count: 0, first: null, ...good }];
  return unreadable.map(({ reason, count, first }) => {
    const line = { about: 'messages' as const, cause: reason, count, first };
    if (reason === 'sent_before_sign_in_no_backup' && facts !== null) {
      if (hasOpenBackup(facts)) return { ...line, level: 'warning', fixes: ['restore'] };
      // Another device brings its keys into the backup that is set up next, which the line of the backup offers.
      const may = facts.backup === null && facts.others.some(({ signed }) => signed);
      return { ...line, level: may ? 'warning' : 'note', fixes: [] };
    }
    if (!mayCome.has(reason)) return { ...line, level: 'note', fixes: [] };
    if (facts === null) return { ...line, level: 'warning', fixes: [] };
    const fixes: HealthFix[] =
      hasOpenBackup(facts) || facts.thisDevice ? ['restore'] : unlocking(facts);
    return { ...line, level: 'warning', fixes };
  });
}

function clockLine(offMs: number | null): HealthLine {
  const off = offMs ?? 0;
  const line = { about: 'clock' as const, offMs: off };
  if (Math.abs(off) < clockToleranceMs) return { ...line, ...good };
  return { ...line, level: 'bad', cause: off > 0 ? 'ahead' : 'behind', fixes: ['check'] };
}

/** The lines, in the order in which they depend on one another. */
export function linesOf(findings: Findings): HealthLine[] {
  const { facts, storeFailure, clockOffMs } = findings;
  const rest = [...messageLines(findings), clockLine(clockOffMs)];
  if (facts === null) return [storeLine(storeFailure), ...rest];
  const { here, stored, backup } = facts;
  return [
    storeLine(null),
    identityLine(facts),
    deviceLine(facts),
    ...(facts.identity
      ? [
          secretLine(facts, 'master', here.master, stored.master),
          secretLine(facts, 'self_signing', here.selfSigning, stored.selfSigning),
          secretLine(facts, 'user_signing', here.userSigning, stored.userSigning),
        ]
      : []),
    ...(backup === null || backup === undefined
      ? []
      : [secretLine(facts, 'backup', backup.byKey, stored.backup)]),
    recoveryLine(facts),
    backupLine(facts),
    uploadLine(facts),
    ...otherLines(facts),
    ...rest,
  ];
}
