// Ending a poll asks first: nothing opens it again.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import type { PollMessageProps } from './poll';

export function EndPollDialog({ roomId, eventId, item, onClose }: PollMessageProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const { body } = item;
  if (body.type !== 'poll') return null;
  const end = async (): Promise<void> => {
    onClose();
    const counts = body.answers.map(({ votes }) => votes ?? 0);
    const most = Math.max(0, ...counts);
    const top = body.answers.filter((_, at) => most > 0 && counts[at] === most);
    const answer = top
      .map(({ text }) => text)
      .join(', ')
      .slice(0, 900);
    const text = answer === '' ? t('polls.endedText') : t('polls.endedTop', { answer });
    const done = await call('endPoll', { requestId: newRequestId(), roomId, eventId, text });
    if (!done.ok) tellFailure(done.error);
  };
  return (
    <ConfirmDialog
      title={t('polls.end')}
      isOpen
      onClose={onClose}
      confirmLabel={t('polls.end')}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={() => void end()}
    >
      <p>{t('polls.endQuestion')}</p>
    </ConfirmDialog>
  );
}
