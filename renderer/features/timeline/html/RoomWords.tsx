// The words of a link to a room or to a message: the name of the room where it is known, never a raw address.
import type { ReactNode } from 'react';
import words from '#contract/locales/links.en.json';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { roomAddress, type RoomLink } from '#app/places/links';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import styles from './RichText.module.css';

addWords(words);

interface NamedProps {
  readonly link: RoomLink;
  /** The sender wrote the address and no words. */
  readonly bare: boolean;
  readonly children: ReactNode;
}

function Named({ link, bare, children }: NamedProps): ReactNode {
  const { t } = useTranslation();
  const { roomIdOrAlias: address, eventId } = link;
  const isAlias = address.startsWith('#');
  const { value: room } = useValue('room', isAlias ? null : { roomId: address });
  const known = room === undefined || room.membership === 'unknown' ? null : room.name;
  if (known === null && !bare) return children;
  const name = isAlias ? address : known;
  // The engine answers at once.
  const isAsked = !isAlias && room === undefined;
  const toMessage =
    name === null ? t('links.messageElsewhere') : t('links.message', { room: isolate(name) });
  const unnamed = isAlias ? address : t('links.roomElsewhere');
  const toRoom = known === null ? unnamed : `#${known}`;
  return <bdi className={styles.pill}>{isAsked ? '…' : eventId === null ? toRoom : toMessage}</bdi>;
}

interface RoomWordsProps {
  readonly link: RoomLink;
  /** The text of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}

export function RoomWords({ link, text, children }: RoomWordsProps): ReactNode {
  const bare = roomAddress(text) !== null;
  const { roomIdOrAlias, eventId } = link;
  if (eventId === null && roomIdOrAlias.startsWith('#'))
    return bare ? <bdi className={styles.pill}>{roomIdOrAlias}</bdi> : children;
  // The sender's words about a message stay.
  if (eventId !== null && !bare) return children;
  return (
    <Named link={link} bare={bare}>
      {children}
    </Named>
  );
}
