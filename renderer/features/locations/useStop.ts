// Stops the own live location in a room, and says so where the server could not be told.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { useEngineCall } from '#app/hooks';
import { formatTime } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';

export interface Stop {
  readonly pending: boolean;
  readonly stop: (roomId: string, endMs: number) => void;
}

export function useStop(): Stop {
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const [pending, setPending] = useState(false);
  const stop = async (roomId: string, endMs: number): Promise<void> => {
    setPending(true);
    const stopped = await call('stopLiveLocation', { roomId });
    setPending(false);
    if (stopped.ok && stopped.output.told) return;
    const time = formatTime(endMs, i18n.language);
    if (stopped.ok) return toasts.show({ text: t('locations.stopWaits', { time }) });
    toasts.show({ text: t('locations.failed', { time }), tone: 'danger' });
  };
  return { pending, stop: (roomId, endMs) => void stop(roomId, endMs) };
}
