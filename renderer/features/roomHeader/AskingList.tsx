// Those who ask to join, above the other people of the room: their words, and the answers at once.
import { useTranslation } from '#app/words';
import type { Asking } from '#contract/areas/rooms/askingModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { personOpened } from '#app/places/navigation';
import { RequestButtons } from '../people';
import { useAppDispatch } from '#app/store';
import { Name } from '#ui/text/Name';
import styles from './AskingList.module.css';

export interface AskingListProps {
  readonly room: RoomHeader;
  readonly asking: readonly Asking[];
}

export function AskingList({ room, asking }: AskingListProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, permissions } = room;
  const count = room.askingCount ?? asking.length;
  return (
    <section className={styles.asking} aria-label={t('members.asking', { count })}>
      <h3 className={styles.heading}>{t('members.asking', { count })}</h3>
      <ul className={styles.list}>
        {asking.map(({ person, reason }) => (
          <li key={person.userId} className={styles.one}>
            <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
            <button
              type="button"
              className={styles.name}
              title={person.userId}
              onClick={() => dispatch(personOpened({ roomId, userId: person.userId }))}
            >
              <Name cut>{person.name}</Name>
            </button>
            <div className={styles.answers}>
              <RequestButtons
                {...{ roomId, person }}
                letIn={permissions.invite}
                decline={permissions.kick}
                {...{ named: true, listed: true }}
              />
            </div>
            {person.ambiguous && <bdi className={styles.id}>{person.userId}</bdi>}
            {reason !== null && (
              <p className={styles.reason} dir="auto">
                {reason}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
