// Hours of each day in which this computer announces nothing.
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useSetting, useValue } from '#app/hooks';
import { useNow } from '#app/useNow';
import { isQuietHour } from '#contract/quietHours';
import { SettingSwitch } from '#ui/controls/SettingRow';
import { TimeField } from '#ui/controls/TimeField';
import { formatClock } from '#ui/text/time';
import styles from './Settings.module.css';

/** Name of the setting; the engine reads it. */
const name = 'notifications.quiet';

interface Quiet {
  readonly on: boolean;
  /** `HH:MM` of this computer's clock. */
  readonly from: string;
  readonly to: string;
}

const first: Quiet = { on: false, from: '22:00', to: '07:00' };

function readQuiet(value: unknown): Quiet {
  if (typeof value !== 'object' || value === null) return first;
  const { on, from, to } = value as Partial<Record<keyof Quiet, unknown>>;
  return {
    on: on === true,
    from: typeof from === 'string' ? from : first.from,
    to: typeof to === 'string' ? to : first.to,
  };
}

/** When the quiet that holds now ends, as it is shown; null while nothing is held back. */
export function useQuietUntil(): string | null {
  const { i18n } = useTranslation();
  const quiet = readQuiet(useSetting(name));
  return isQuietHour(quiet, useNow()) ? formatClock(quiet.to, i18n.language) : null;
}

export function QuietHours({ disabled }: { readonly disabled: boolean }) {
  const { t, i18n } = useTranslation();
  const { value: settings } = useValue('settings', {});
  const save = useCall('setSetting');
  const quiet = readQuiet(settings?.[name]);
  const until = useQuietUntil();
  const change = (part: Partial<Quiet>): void =>
    void save.run({ name, value: { ...quiet, ...part } });
  /** The text is empty while a time is being typed; it is not saved then. */
  const time = (part: 'from' | 'to') => (text: string) => {
    if (text !== '') change({ [part]: text });
  };
  return (
    <>
      <SettingSwitch
        label={t('notifications.quiet')}
        hint={
          until === null || disabled
            ? t('notifications.quietHint')
            : t('notifications.quietNow', { time: until })
        }
        isSelected={quiet.on}
        isDisabled={disabled}
        onChange={(on) => change({ on })}
      />
      {quiet.on && (
        <div className={styles.hours}>
          {(['from', 'to'] as const).map((part) => (
            <TimeField
              key={part}
              language={i18n.language}
              label={t(`notifications.${part}`)}
              value={quiet[part]}
              isDisabled={disabled}
              noTime={(example) => t('notifications.noTime', { example })}
              onChange={time(part)}
            />
          ))}
        </div>
      )}
      <AppErrorNote error={save.error} />
    </>
  );
}
