// The server's terms that the user has to agree to before it serves more (CHAT-8.4): the address, until a request that it would refuse
// succeeds.
import { createListeners } from '../base/listeners';

export interface Consent {
  /** Null: no consent is needed. */
  uri(): string | null;
  onChange(listener: () => void): () => void;
}

export interface OpenConsent extends Consent {
  readonly needed: (uri: string | null) => void;
  /** A request of the account was answered. */
  readonly served: (method: string, path: string) => void;
}

/** Paths that a server refuses without consent; it allows typing and receipts. */
const asksForConsent = /\/(send|state|createRoom|join|invite|upload)(\/|$)/;

export function createConsent(): OpenConsent {
  const { tell, add: onChange } = createListeners();
  let current: string | null = null;
  const set = (uri: string | null): void => {
    if (uri === current) return;
    current = uri;
    tell();
  };
  return {
    uri: () => current,
    onChange,
    needed: (uri) => set(uri !== null && /^https?:/i.test(uri) ? uri : current),
    served: (method, path) => {
      if (current !== null && method !== 'GET' && asksForConsent.test(path)) set(null);
    },
  };
}
