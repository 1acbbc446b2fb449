// A link in a message. It never navigates: main checks the address and opens it in the browser. A link to a person is shown as a pill, in
// the colour of a mention if it is the reader. A pill shows the person's name if it is known, else the address; never the sender's words,
// which may name somebody else.
import { localpartOf } from '#contract/plainNames';
import { createContext, useContext } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { later } from '#app/later';
import { personOf, roomLink } from '#app/places/links';
import styles from './RichText.module.css';

const RoomWords = later(async () => (await import('./RoomWords')).RoomWords);

/** Opens an address outside the app; the timeline provides it. */
export const OpenLink = createContext<(href: string) => void>(() => undefined);
/** Opens the profile of a person; null where profiles cannot be shown. */
export const OpenPerson = createContext<((userId: string) => void) | null>(null);
/** The reader's own user id; null while no account is signed in. */
export const OwnUserId = createContext<string | null>(null);
/** Returns the name of a person in this room; null: the name is unknown. */
export const NameOf = createContext<(userId: string) => string | null>(() => null);

const shownAs = (userId: string, name: string | null): string =>
  name === null ? userId : `@${name}`;

/** Whether the words name this person. Without a known name, the user id or its first part does. */
const saysWho = (written: string, userId: string, name: string | null): boolean =>
  name === null
    ? [userId.slice(1), localpartOf(userId)].includes(written.toLowerCase())
    : written === name;

/** The class of a pill: the reader's own looks different. */
const usePillLook = (userId: string | null): string | undefined =>
  userId === useContext(OwnUserId) ? styles.ownPill : styles.pill;

export function Link({
  href,
  text,
  children,
}: {
  readonly href: string;
  /** The text of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  const open = useContext(OpenLink);
  const openPerson = useContext(OpenPerson);
  const nameOf = useContext(NameOf);
  const userId = personOf(href);
  const room = roomLink(href);
  const pill = usePillLook(userId);
  const name = userId === null ? null : nameOf(userId);
  const written = text.trim().replace(/^@/, '');
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    if (userId !== null && openPerson !== null) openPerson(userId);
    else open(href);
  };
  const shown = new URL(href).href;
  return (
    <a
      href={href}
      title={userId ?? shown}
      rel="noopener noreferrer"
      className={userId === null ? styles.link : pill}
      onClick={onClick}
      onAuxClick={onClick}
    >
      {room !== null ? (
        <RoomWords link={room} text={text}>
          {children}
        </RoomWords>
      ) : userId === null ? (
        children
      ) : (
        <bdi>{saysWho(written, userId, name) ? children : shownAs(userId, name)}</bdi>
      )}
    </a>
  );
}

/** A user id within a text: shows the person's name if it is known, and is never a web link. */
export function PersonPill({ userId }: { readonly userId: string }): ReactNode {
  const name = useContext(NameOf)(userId);
  const open = useContext(OpenPerson);
  const shown = shownAs(userId, name);
  const look = usePillLook(userId);
  if (open === null)
    return (
      <bdi className={look} title={userId}>
        {shown}
      </bdi>
    );
  return (
    <button type="button" className={look} title={userId} onClick={() => open(userId)}>
      <bdi>{shown}</bdi>
    </button>
  );
}
