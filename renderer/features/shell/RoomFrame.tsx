// The placeholder of a room until the engine has sent it: the name from the room list, and an empty composer. It has no controls.
import { MediaAvatar } from '#app/MediaAvatar';
import { useAppSelector } from '#app/store';
import { Bar } from '#ui/layout/Bar';
import { Name } from '#ui/text/Name';
import { rowOfRoom } from './roomIds';
import styles from './RoomPane.module.css';

export function RoomFrame({ roomId }: { readonly roomId: string }) {
  const row = useAppSelector((state) => rowOfRoom(state, roomId));
  if (row === null) return null;
  const { name, avatar, directUserId, membership, section } = row;
  return (
    <>
      <Bar>
        <MediaAvatar id={directUserId ?? roomId} name={name} avatar={avatar} size={24} />
        <h1>
          <Name cut>{name}</Name>
        </h1>
      </Bar>
      <div className={styles.coming} aria-busy="true" />
      {membership === 'join' && section !== 'spaces' && <div className={styles.field} />}
    </>
  );
}
