// Whether somebody is here, since when not, and what they say about it. Nothing where the server does not tell, or cannot.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { useAppSelector } from '#app/store';
import { isolate } from '#ui/text/isolate';
import { formatListTime } from '#ui/text/time';

export function PresenceLine({ userId }: { readonly userId: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { value } = useValue('presence', { userId });
  const offline = useAppSelector(isOffline);
  if (offline || value === undefined || value.state === 'unknown') return null;
  const { state, status, lastActiveMs } = value;
  const here =
    state === 'offline' && lastActiveMs !== null
      ? t('members.lastHere', { when: formatListTime(lastActiveMs, Date.now(), i18n.language) })
      : t(`members.presence.${state}`);
  return status === null ? here : `${here} · ${isolate(status)}`;
}
