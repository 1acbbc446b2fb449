// Asks for a poll and sends it into the conversation. One that was not sent is there again when the dialog is opened again.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { conversationKey } from '#app/composing';
import { useAccountState } from '#app/context';
import { useTellCut } from '#app/cutOff';
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

/** By conversation. */
const createUnsent = (): Map<string, PollForm> => new Map();

export function NewPoll({ conversation, onClose, onSent }: NewPollProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const tellCut = useTellCut(conversation.roomId);
  const unsent = useAccountState(createUnsent);
  const key = conversationKey(conversation);
  const keep = (poll: PollForm | null): void =>
    void (poll === null ? unsent.delete(key) : unsent.set(key, poll));
  const send = async (typed: PollForm): Promise<void> => {
    keep(null);
    onSent();
    onClose();
    const { answers, ...poll } = typed;
    const act = { requestId: newRequestId(), ...conversation };
    const sent = await call('createPoll', { ...act, ...poll, answers: [...answers] });
    if (sent.ok) return void dispatch(messageSent({ threadId: conversation.threadId }));
    keep(typed);
    tellFailure(sent.error);
  };
  return (
    <PollDialog
      title={t('polls.create')}
      confirmLabel={t('polls.send')}
      initial={unsent.get(key)}
      onClose={onClose}
      onLeft={keep}
      onCut={(typed, text) => {
        keep(typed);
        tellCut('poll', text);
      }}
      onDone={(poll) => void send(poll)}
    />
  );
}
