// Copies the link to a message of a room. The link names servers through which others find the room.
import { useCallback } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { eventLink } from '#app/places/links';
import { copyText } from '#ui/text/copyText';
import { useToasts } from '#ui/overlays/Toasts';

/** A failure is told in a notice. */
export function useCopyLink(roomId: string): (eventId: string) => Promise<void> {
  const { t } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  return useCallback(
    async (eventId) => {
      const found = await call('roomVia', { roomId });
      if (!found.ok) return tellFailure(found.error);
      if (await copyText(eventLink(roomId, eventId, found.output.via)))
        toasts.show({ text: t('timeline.linkCopied') });
    },
    [roomId, call, toasts, tellFailure, t],
  );
}
