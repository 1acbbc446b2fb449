// Asks for a poll and sends it into the conversation.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { messageSent } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { PollDialog, type PollForm } from './PollDialog';

export interface NewPollProps {
  readonly conversation: ConversationId;
  readonly onClose: () => void;
  /** The poll is being sent, and the dialog closes. */
  readonly onSent: () => void;
}

export function NewPoll({ conversation, onClose, onSent }: NewPollProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const send = async ({ answers, ...poll }: PollForm): Promise<void> => {
    onSent();
    onClose();
    const act = { requestId: newRequestId(), ...conversation };
    const sent = await call('createPoll', { ...act, ...poll, answers: [...answers] });
    if (sent.ok) dispatch(messageSent({ threadId: conversation.threadId }));
    else tellFailure(sent.error);
  };
  return (
    <PollDialog
      title={t('polls.create')}
      confirmLabel={t('polls.send')}
      onClose={onClose}
      onDone={(poll) => void send(poll)}
    />
  );
}
