// The notice that names who could not be invited to a room, and why; it invites them again when it is asked to.
import { useTranslation } from '#app/words';
import type { Uninvited } from '#contract/areas/rooms/peopleModels';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { uninvitedOf, uninvitedText } from '#app/uninvited';
import { useToasts } from '#ui/overlays/Toasts';

/** Shows nothing where all were invited. */
export function useUninvitedNotice(): (roomId: string, uninvited: readonly Uninvited[]) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const call = useEngineCall();
  const tell = useErrorNotice();
  const show = (roomId: string, uninvited: readonly Uninvited[]): void => {
    if (uninvited.length === 0) return;
    const userIds = uninvited.map(({ userId }) => userId);
    const again = async (): Promise<void> => {
      const result = await call('invite', { roomId, userIds });
      if (result.ok) return toasts.show({ text: t('invite.sent', { count: userIds.length }) });
      const left = uninvitedOf(result.error.data);
      return left.length > 0 ? show(roomId, left) : tell(result.error);
    };
    toasts.show({
      ...{ text: uninvitedText(t, uninvited), tone: 'danger', stays: true },
      ...{ about: roomId, action: { label: t('app.retry'), onPress: () => void again() } },
    });
  };
  return show;
}
