// The local time of a person who gives a time zone. Draws nothing without one, or if the time is the same as here.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useEngineCall } from '#app/hooks';
import { useNow } from '#app/useNow';
import { formatTime, formatTimeAt } from '#ui/text/time';

export function TheirTime({ userId }: { readonly userId: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const now = useNow();
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('timeZoneOf', { userId });
      // A failed question counts as no time zone.
      if (!gone) setZone(answer.ok ? answer.output.timeZone : null);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  if (zone === null) return null;
  const time = formatTimeAt(now, i18n.language, zone);
  if (time === formatTime(now, i18n.language)) return null;
  return <span title={zone}>{t('members.theirTime', { time })}</span>;
}
