// The plaintext of messages that this process has just encrypted. When such a message comes back as ours, in its room and with the very
// ciphertext that we made, its text is certain without decrypting, so an own message never shows as unreadable in between. Memory only.
import { nextUndecrypted } from '#stores/ingest/decryption';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { Content } from './backend';

export interface OwnEcho {
  readonly event: StoredEvent;
  readonly type: string;
  readonly content: Content;
}

export interface OwnEchoes {
  remember(roomNo: number, encrypted: Content, type: string, content: Content): void;
  stop(): void;
}

interface Remembered {
  readonly roomNo: number;
  readonly encrypted: Content;
  readonly type: string;
  readonly content: Content;
}

const mostRemembered = 200;
const newestLooked = 50;

/** `found` is called right after the commit that brought the echoes, before any other listener's news of it has left the engine. */
export function createOwnEchoes(
  store: Store,
  ownUserId: string,
  found: (echoes: readonly OwnEcho[]) => void,
): OwnEchoes {
  const remembered = new Map<string, Remembered>();

  /** A server may show the ciphertext elsewhere, or as somebody else's: that is for the library to refuse. */
  const isOurs = (event: StoredEvent, { roomNo, encrypted }: Remembered): boolean =>
    event.sender === ownUserId &&
    event.roomNo === roomNo &&
    ['algorithm', 'session_id', 'device_id', 'sender_key'].every(
      (name) => event.raw.content[name] === encrypted[name],
    );

  function take(event: StoredEvent): OwnEcho[] {
    const { ciphertext } = event.raw.content;
    if (typeof ciphertext !== 'string') return [];
    const known = remembered.get(ciphertext);
    if (known === undefined || !isOurs(event, known)) return [];
    remembered.delete(ciphertext);
    const { type, content } = known;
    return [{ event, type, content }];
  }

  const unwatch = store.onCommit((changes) => {
    if (remembered.size === 0 || changes.timelines.size === 0) return;
    const echoes = nextUndecrypted(store.db, newestLooked).flatMap(take);
    if (echoes.length > 0) found(echoes);
    // Before the views: they would take the message for one that waits for its decryption.
  }, 'inside');

  return {
    remember(roomNo, encrypted, type, content) {
      const { ciphertext } = encrypted;
      if (typeof ciphertext !== 'string') return;
      remembered.set(ciphertext, { roomNo, encrypted, type, content });
      const oldest = remembered.size > mostRemembered ? remembered.keys().next().value : undefined;
      if (oldest !== undefined) remembered.delete(oldest);
    },
    stop: unwatch,
  };
}
