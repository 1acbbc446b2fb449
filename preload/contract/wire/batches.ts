// Sends all messages of one turn of the event loop as one: each message costs both processes a turn, and the window a drawing. Wraps a port
// at both ends of a contract; it does not read the messages beyond their envelope.
import { toAppError } from './errors';
import { isId, membersOf } from './messages';
import { byteSize } from './plain';
import type { Port } from './port';

/** Bytes of one message; the rest of 64 KB is the envelope. */
const messageLimit = 60_000;

/** A user's act waits for the reply to these messages, so they are sent before anything is drawn. */
const isUrgent = (message: unknown): boolean => {
  const { t } = membersOf(message);
  return t === 'call' || t === 'page';
};

/** Groups messages in order, as many as stay below the limit. A message alone is not measured. */
function groupsOf(messages: readonly unknown[]): readonly (readonly unknown[])[] {
  if (messages.length < 2) return [messages];
  const groups: unknown[][] = [];
  let size = 0;
  for (const message of messages) {
    const bytes = byteSize(message);
    const last = groups.at(-1);
    size += bytes;
    if (last === undefined || size > messageLimit) {
      groups.push([message]);
      size = bytes;
    } else last.push(message);
  }
  return groups;
}

/** The error that replaces a message which cannot be sent, for the call or subscription that waits for it; null where none waits. */
function refusalOf(message: unknown, thrown: unknown): object | null {
  const { id, sub } = membersOf(message);
  const error = toAppError(thrown);
  if (isId(id)) return { t: 'fail', id, error };
  return isId(sub) ? { t: 'subFail', sub, error } : null;
}

/**
 * Wraps a port so that messages are batched. The other end has to be wrapped too, which gets the messages one by one. A message is never an
 * array itself.
 */
export function batchedPort(port: Port): Port {
  let waiting: unknown[] = [];
  const alone = (message: unknown): void => {
    try {
      port.post(message);
    } catch (thrown) {
      const refusal = refusalOf(message, thrown);
      if (refusal !== null) port.post(refusal);
    }
  };
  const flush = (): void => {
    const groups = groupsOf(waiting);
    waiting = [];
    for (const group of groups) {
      if (group.length < 2) group.forEach(alone);
      else
        try {
          port.post(group);
        } catch {
          group.forEach(alone);
        }
    }
  };
  return {
    post: (message) => {
      if (isUrgent(message)) {
        flush();
        port.post(message);
      } else if (waiting.push(message) === 1) void Promise.resolve().then(flush);
    },
    onMessage: (listener) =>
      port.onMessage((message) => {
        if (Array.isArray(message)) for (const one of message as unknown[]) listener(one);
        else listener(message);
      }),
    onClose: (listener) => port.onClose(listener),
    close: () => {
      flush();
      port.close();
    },
  };
}
