// The bar of those who ask to be let into a room, for whoever may answer: the words of one, or how many there are.
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { openPanel } from '#app/places/openPanel';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { useToasts } from '#ui/overlays/Toasts';
import { isolate } from '#ui/text/isolate';
import styles from './AskingBar.module.css';

export function AskingBar({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const invite = useCall('invite');
  const kick = useCall('kick');
  const { roomId, asking = [], permissions } = room;
  const [first, ...others] = asking;
  if (first === undefined) return null;
  const { person, reason } = first;
  const name = isolate(person.name);
  const { userId } = person;
  const letIn = async (): Promise<void> => {
    const result = await invite.run({ roomId, userIds: [userId], reason: null });
    if (result.ok) toasts.show({ text: t('members.letInDone', { name: person.name }) });
  };
  const decline = async (): Promise<void> => {
    const result = await kick.run({ roomId, userId, reason: null });
    if (result.ok) toasts.show({ text: t('members.removed.knock', { name: person.name }) });
  };
  return (
    <section className={styles.asking} aria-label={t('members.knocks')}>
      <div className={styles.words}>
        <p>
          {others.length === 0
            ? t('members.asksIn', { name })
            : t('members.askIn', { name, count: others.length })}
        </p>
        {others.length === 0 && reason !== null && (
          <p className={styles.reason} dir="auto">
            {reason}
          </p>
        )}
        <AppErrorNote error={invite.error ?? kick.error} />
      </div>
      {others.length > 0 ? (
        <Button size="s" onPress={() => openPanel(dispatch, roomId, 'members')}>
          {t('members.showAsking')}
        </Button>
      ) : (
        <>
          {permissions.kick && (
            <Button size="s" pending={kick.pending} onPress={() => void decline()}>
              {t('members.kick.knock')}
            </Button>
          )}
          {permissions.invite && (
            <Button
              size="s"
              variant="primary"
              pending={invite.pending}
              onPress={() => void letIn()}
            >
              {t('members.letIn')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
