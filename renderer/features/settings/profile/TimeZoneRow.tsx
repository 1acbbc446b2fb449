// Publishes the time zone of this computer in the profile, or no time zone. The row is absent if the server does not keep one.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';

const here = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Europe/Stockholm` with blanks instead of underscores. */
const readable = (zone: string): string => isolate(zone.replaceAll('_', ' '));

export function TimeZoneRow({ userId }: { readonly userId: string }): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const act = useCall('setTimeZone');
  /** Undefined: not loaded, or the server does not keep it. */
  const [shared, setShared] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('timeZoneOf', { userId });
      if (!gone && answer.ok && answer.output.isKept) setShared(answer.output.timeZone);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  if (shared === undefined) return null;
  const set = async (timeZone: string | null): Promise<void> => {
    if ((await act.run({ timeZone })).ok) setShared(timeZone);
  };
  const zone = here();
  return (
    <>
      <SettingSwitch
        label={t('own.zone.share')}
        hint={
          shared === null
            ? t('own.zone.shareHint', { zone: readable(zone) })
            : t('own.zone.sharedHint', { zone: readable(shared) })
        }
        isSelected={shared !== null}
        pending={act.pending}
        onChange={(on) => void set(on ? zone : null)}
      />
      {shared !== null && shared !== zone && (
        <SettingRow
          title={t('own.zone.movedTitle')}
          text={t('own.zone.moved', { zone: readable(zone) })}
        >
          <Button pending={act.pending} onPress={() => void set(zone)}>
            {t('own.zone.use', { zone: readable(zone) })}
          </Button>
        </SettingRow>
      )}
      <AppErrorNote error={act.error} />
    </>
  );
}
