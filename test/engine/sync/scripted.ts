// A sync loop over a real store whose server is a list of answers: for what no real server can be brought to say.
import { syncKit, type SyncKitOptions } from './kit';

export type Json = Record<string, unknown>;

export const me = '@me:example.org';

type Responder = (signal: AbortSignal | null | undefined) => Response | Promise<Response>;

export interface Script {
  readonly fetch: typeof globalThis.fetch;
  /** The next answer of /sync: JSON, or a whole response. */
  sync(answer: Json | Responder): void;
  /** Answers GET and POST of other paths that contain `part`. */
  on(part: string, answer: (url: URL) => Json | Response): void;
  /** Every request so far. */
  readonly asked: URL[];
}

export function script(): Script {
  const answers: Responder[] = [];
  const waiting = new Set<() => void>();
  const others: [string, (url: URL) => Json | Response][] = [];
  const asked: URL[] = [];
  const json = (value: unknown) => Response.json(value);

  async function sync(signal: AbortSignal | null | undefined): Promise<Response> {
    for (;;) {
      const next = answers.shift();
      if (next !== undefined) return next(signal);
      await new Promise<void>((resolve, reject) => {
        const abort = () => reject(new DOMException('aborted', 'AbortError'));
        if (signal?.aborted === true) return abort();
        signal?.addEventListener('abort', abort, { once: true });
        waiting.add(resolve);
      });
    }
  }

  return {
    asked,
    fetch: async (resource, init) => {
      const url = new URL(resource instanceof Request ? resource.url : String(resource));
      asked.push(url);
      if (url.pathname.endsWith('/sync')) return sync(init?.signal);
      if (url.pathname.endsWith('/filter')) return json({ filter_id: 'f' });
      const other = others.find(([part]) => url.pathname.includes(part))?.[1](url);
      if (other instanceof Response) return other;
      return other === undefined ? json({}) : json(other);
    },
    sync(answer) {
      answers.push(typeof answer === 'function' ? answer : () => json(answer));
      for (const go of [...waiting]) go();
      waiting.clear();
    },
    on: (part, answer) => void others.unshift([part, answer]),
  };
}

export const scriptedKit = (made: Script, options: SyncKitOptions = {}) =>
  syncKit(
    'https://server.example',
    {
      userId: me,
      deviceId: 'DEVICE',
      accessToken: 'token',
    } as Parameters<typeof syncKit>[1],
    { fetch: made.fetch, ...options },
  );

let batches = 0;
/** An answer with these rooms, each `{state, timeline, limited, prev_batch}`. */
export function answer(
  rooms: Readonly<
    Record<
      string,
      {
        readonly state?: readonly unknown[];
        readonly timeline?: readonly unknown[];
        readonly limited?: boolean;
        readonly prev?: string;
      }
    >
  >,
  more: Json = {},
): Json {
  batches += 1;
  const join = Object.fromEntries(
    Object.entries(rooms).map(([roomId, room]) => [
      roomId,
      {
        state: { events: room.state ?? [] },
        timeline: {
          events: room.timeline ?? [],
          limited: room.limited ?? false,
          prev_batch: room.prev ?? `p${batches}`,
        },
      },
    ]),
  );
  return { next_batch: `s${batches}`, rooms: { join }, ...more };
}
