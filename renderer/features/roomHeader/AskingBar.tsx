// The bar of those who ask to be let into a room, for whoever may answer: the words of one, or how many there are.
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { openPanel } from '#app/places/openPanel';
import { RequestButtons } from '../people';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import styles from './AskingBar.module.css';

export function AskingBar({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, asking = [], permissions } = room;
  const [first] = asking;
  const others = (room.askingCount ?? asking.length) - 1;
  if (first === undefined) return null;
  const { person, reason } = first;
  const name = isolate(person.name);
  return (
    <section className={styles.asking} aria-label={t('members.knocks')}>
      <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
      <div className={styles.words}>
        <p className={styles.who}>
          {others === 0
            ? t('members.asksIn', { name })
            : t('members.askIn', { name, count: others })}
        </p>
        {others === 0 && reason !== null && (
          <p className={styles.reason} dir="auto">
            {reason}
          </p>
        )}
      </div>
      {others > 0 ? (
        <Button size="s" onPress={() => openPanel(dispatch, roomId, 'members')}>
          {t('members.showAsking')}
        </Button>
      ) : (
        <RequestButtons
          key={`${roomId} ${person.userId}`}
          {...{ roomId, person }}
          letIn={permissions.invite}
          decline={permissions.kick}
        />
      )}
    </section>
  );
}
