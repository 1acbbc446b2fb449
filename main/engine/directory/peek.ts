// Reads along in a room that this account is not in and that everybody may read: what was said last, then what is said. Keeps nothing
// on the disk, and nobody there sees it.
import type { Peek, PeekMessage } from '#contract/areas/rooms/directoryModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { isRecord, textOf, type RawEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { cleanName } from '../events/cleanName';
import { relationIn, withoutReplyFallback } from '../events/relations';
import { vetRawEvent } from '../events/vet';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { wait } from '../http/retry';
import { path } from '../http/url';
import { lineOfContent } from '../kinds/preview';
import { messageTypes } from '../kinds/registry';
import { longestText } from '../kinds/words';
import { personName } from '../rooms/names';
import { avatarHandle } from '../rooms/people';

/** CHAT-9.5. */
const firstEvents = 20;
const pollMs = 30_000;
const localTimeoutMs = 50_000;
const retryMs = 30_000;
const mostMessages = 200;

export interface PeekDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Pick<Store, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What was said, in order, with what happened to it since. */
class Said {
  readonly #messages = new Map<string, RawEvent>();
  readonly #people = new Map<string, Record<string, unknown>>();

  add(value: unknown, roomId: string): void {
    const vetted = vetRawEvent(value, 'timeline');
    if (!('event' in vetted)) return;
    const { event } = vetted;
    if (event.room_id !== undefined && event.room_id !== roomId) return;
    if (event.type === 'm.room.member' && event.state_key !== undefined)
      this.#people.set(event.state_key, event.content);
    else if (event.type === 'm.room.redaction') this.#redact(event);
    else if (event.state_key === undefined && messageTypes.has(event.type)) this.#say(event);
  }

  #redact(event: RawEvent): void {
    this.#messages.delete(event.redacts ?? textOf(event.content['redacts']) ?? '');
  }

  #say(event: RawEvent): void {
    if (isRecord(event.unsigned?.['redacted_because'])) return;
    const { relType, eventId } = relationIn(event.content);
    if (relType === 'm.replace') {
      const original = this.#messages.get(eventId ?? '');
      const next = event.content['m.new_content'];
      if (original?.sender === event.sender && isRecord(next))
        this.#messages.set(original.event_id, { ...original, content: next });
      return;
    }
    if (this.#messages.has(event.event_id)) return;
    this.#messages.set(event.event_id, event);
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > mostMessages && oldest !== undefined) this.#messages.delete(oldest);
  }

  person(db: Store['db'], userId: string): Person {
    const content = this.#people.get(userId) ?? {};
    const name = cleanName(content['displayname']);
    const isTaken = [...this.#people].some(
      ([other, { displayname }]) =>
        other !== userId && name !== null && cleanName(displayname) === name,
    );
    return {
      userId,
      name: personName(name, userId),
      ambiguous: isTaken,
      avatar: avatarHandle(db, textOf(content['avatar_url'])),
    };
  }

  shown(db: Store['db']): PeekMessage[] {
    return [...this.#messages.values()].map((event) => {
      const line = lineOfContent(event.type, event.content);
      const body = textOf(event.content['body']);
      const isText = line.kind === 'text' && body !== null;
      return {
        key: event.event_id,
        sender: this.person(db, event.sender),
        sentAtMs: event.origin_server_ts,
        kind: kindOf(line.kind),
        text: isText ? withoutReplyFallback(body).slice(0, longestText) : line.text,
      };
    });
  }
}

const kinds: ReadonlySet<string> = new Set<PeekMessage['kind']>([
  ...(['text', 'image', 'video', 'audio', 'voice', 'file', 'location', 'poll'] as const),
  ...(['redacted', 'undecryptable'] as const),
]);
const kindOf = (kind: string): PeekMessage['kind'] =>
  kinds.has(kind) ? (kind as PeekMessage['kind']) : 'unknown';

const listIn = (answer: unknown, key: string): unknown[] => {
  const list = isRecord(answer) ? answer[key] : null;
  return Array.isArray(list) ? list : [];
};

/** Reads along until `signal` ends it; `show` is called with each change. */
export async function readAlong(
  { http, store, clock, log }: PeekDeps,
  roomId: string,
  show: (peek: Peek) => void,
  signal: AbortSignal,
): Promise<void> {
  const said = new Said();
  const tell = (live: boolean): void => {
    if (!signal.aborted) show({ state: 'open', error: null, live, messages: said.shown(store.db) });
  };
  show({ state: 'opening', error: null, live: false, messages: [] });
  let from: string | null;
  try {
    const first = await http.request<unknown>({
      method: 'GET',
      path: path`/rooms/${roomId}/initialSync`,
      query: { limit: firstEvents },
      ...{ retry: 'limited', signal },
    });
    const messages = isRecord(first) ? first['messages'] : null;
    if (!isRecord(messages)) throw notMatrix();
    for (const event of listIn(first, 'state')) said.add(event, roomId);
    for (const event of listIn(messages, 'chunk')) said.add(event, roomId);
    from = textOf(messages['end']);
  } catch (thrown) {
    if (!signal.aborted)
      show({
        state: 'failed',
        error: unexpected(log, 'reading along', thrown),
        live: false,
        messages: [],
      });
    return;
  }
  tell(true);
  while (!signal.aborted) {
    try {
      const answer: unknown = await http.request<unknown>({
        method: 'GET',
        path: '/events',
        query: { room_id: roomId, timeout: pollMs, from },
        ...{ retry: 'none', timeoutMs: localTimeoutMs, signal },
      });
      if (!isRecord(answer)) throw notMatrix();
      // Who is here and who types stand beside the room's own events, without an id.
      for (const event of listIn(answer, 'chunk')) said.add(event, roomId);
      from = textOf(answer['end']) ?? from;
      tell(true);
    } catch (thrown) {
      if (!signal.aborted) unexpected(log, 'reading along', thrown);
      // News comes later; what is there stays.
      tell(false);
      await wait(clock, retryMs, signal).catch(() => {
        // Only an abort ends a wait: nobody looks any more.
      });
    }
  }
}
