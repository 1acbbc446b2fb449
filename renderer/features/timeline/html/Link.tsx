// A link of a message. It never navigates: main opens it in the browser after its own checks. A link to a person is drawn as a pill.
import { createContext, useContext } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import styles from './RichText.module.css';

/** Opens an address outside of the app; provided by the timeline. */
export const OpenLink = createContext<(href: string) => void>(() => undefined);

const person = /^(?:https:\/\/matrix\.to\/#\/(?:@|%40)|matrix:u\/)/i;

export function Link({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactNode {
  const open = useContext(OpenLink);
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    open(href);
  };
  const shown = new URL(href).href;
  return (
    <a
      href={href}
      title={shown}
      rel="noopener noreferrer"
      className={person.test(href) ? styles.pill : styles.link}
      onClick={onClick}
      onAuxClick={onClick}
    >
      {children}
    </a>
  );
}
