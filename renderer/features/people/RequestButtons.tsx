// The answers to one request to join, for whoever may give them: in the bar of the room, among its people, and in the notifications.
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { useErrorNotice } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useToasts } from '#ui/overlays/Toasts';
import { useAnswerFocus } from './answerFocus';

export interface RequestButtonsProps {
  readonly roomId: string;
  readonly person: Person;
  readonly letIn: boolean;
  readonly decline: boolean;
  /** Several people stand below each other: the buttons say whom they answer. */
  readonly named?: boolean;
  /** In a list no row stands out: neither answer is the primary of the screen. */
  readonly listed?: boolean;
}

export function RequestButtons({
  roomId,
  person: { userId, name },
  letIn,
  decline,
  named = false,
  listed = false,
}: RequestButtonsProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const tell = useErrorNotice();
  const invite = useCall('invite');
  const kick = useCall('kick');
  const buttons = {
    decline: useRef<HTMLButtonElement>(null),
    letIn: useRef<HTMLButtonElement>(null),
  };
  useAnswerFocus(buttons);
  const onLetIn = async (): Promise<void> => {
    const done = await invite.run({ roomId, userIds: [userId], reason: null });
    if (!done.ok) return tell(done.error);
    toasts.show({ text: t('members.letInDone', { name }) });
  };
  const onDecline = async (): Promise<void> => {
    const done = await kick.run({ roomId, userId, reason: null });
    if (!done.ok) return tell(done.error);
    toasts.show({ text: t('members.removed.knock', { name }) });
  };
  const label = (key: 'letInNamed' | 'declineNamed') =>
    named ? { 'aria-label': t(`members.${key}`, { name }) } : {};
  return (
    <>
      {decline && (
        <Button
          ref={buttons.decline}
          data-answer="decline"
          size="s"
          flush={listed}
          variant={listed ? 'quiet' : 'secondary'}
          pending={kick.pending}
          onPress={() => void onDecline()}
          {...label('declineNamed')}
        >
          {t('members.kick.knock')}
        </Button>
      )}
      {letIn && (
        <Button
          ref={buttons.letIn}
          data-answer="letIn"
          size="s"
          variant={listed ? 'secondary' : 'primary'}
          pending={invite.pending}
          onPress={() => void onLetIn()}
          {...label('letInNamed')}
        >
          {t('members.letIn')}
        </Button>
      )}
    </>
  );
}
