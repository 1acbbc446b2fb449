// A link of a message. It never navigates: main opens it in the browser after its own checks. A link to a person is drawn as a pill,
// and in the colour of a mention when that person is the reader. It says the person's name where that is known, else the
// address, whatever was written: the words of a sender may name somebody else.
import { createContext, useContext } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { personOf } from '#app/places/links';
import styles from './RichText.module.css';

/** Opens an address outside of the app; provided by the timeline. */
export const OpenLink = createContext<(href: string) => void>(() => undefined);
/** Shows who somebody is; null where nobody can. */
export const OpenPerson = createContext<((userId: string) => void) | null>(null);
/** The reader's own user id; null where nobody is signed in. */
export const OwnUserId = createContext<string | null>(null);
/** The name that somebody has in this room; null when nobody knows it. */
export const NameOf = createContext<(userId: string) => string | null>(() => null);

const shownAs = (userId: string, name: string | null): string =>
  name === null ? userId : `@${name}`;

/** Whether the words name that person and nobody else; without a known name the address or its first part does. */
const saysWho = (written: string, userId: string, name: string | null): boolean =>
  name === null
    ? [userId.slice(1), userId.slice(1, userId.indexOf(':'))].includes(written.toLowerCase())
    : written === name;

/** Of a pill: the reader's own is told apart. */
const usePillLook = (userId: string | null): string | undefined =>
  userId === useContext(OwnUserId) ? styles.ownPill : styles.pill;

export function Link({
  href,
  text,
  children,
}: {
  readonly href: string;
  /** The words of `children`. */
  readonly text: string;
  readonly children: ReactNode;
}): ReactNode {
  const open = useContext(OpenLink);
  const openPerson = useContext(OpenPerson);
  const nameOf = useContext(NameOf);
  const userId = personOf(href);
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
      {userId === null ? (
        children
      ) : (
        <bdi>{saysWho(written, userId, name) ? children : shownAs(userId, name)}</bdi>
      )}
    </a>
  );
}

/** A user id in the middle of a text: the person's name where it is known, never a link of its own. */
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
