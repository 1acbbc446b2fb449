// The dialog that edits a poll without votes.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useTellCut } from '#app/cutOff';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { PollDialog, type PollForm } from '../../polls';
import type { PollMessageProps } from './poll';

export function EditPollDialog({ roomId, eventId, item, onClose }: PollMessageProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const tellCut = useTellCut(roomId);
  const { body } = item;
  if (body.type !== 'poll') return null;
  const save = async ({ answers, ...poll }: PollForm): Promise<void> => {
    onClose();
    const act = { requestId: newRequestId(), roomId, eventId };
    const done = await call('editPoll', { ...act, ...poll, answers: [...answers] });
    if (!done.ok) tellFailure(done.error);
  };
  return (
    <PollDialog
      title={t('polls.edit')}
      confirmLabel={t('polls.save')}
      initial={{
        question: body.text,
        answers: body.answers.map(({ text }) => text),
        disclosed: body.disclosed,
        maxSelections: body.maxSelections,
      }}
      onClose={onClose}
      onDone={(poll) => void save(poll)}
      onCut={(_, text) => tellCut('editPoll', text)}
    />
  );
}
