// The rendezvous session in which two devices leave short texts for each other (MSC4108): a server keeps one text at a time, with an ETag.
// It needs no access token. Must not know what the texts mean; they are encrypted before.
import { AppFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { isPrivate, type AnonymousDeps } from '../http/anonymous';
import { readBody } from '../http/body';
import { failureOfAnswer, notMatrix, timedOut, unreachable } from '../http/errors';
import { clientUnstable } from '../http/url';
import { LinkEnded, unheard } from './ended';

export interface RendezvousDeps extends AnonymousDeps {
  /** Ends every wait. */
  readonly signal: AbortSignal;
}

export interface Rendezvous {
  readonly url: string;
  /** Epoch ms by this computer's clock; null: the server does not say. */
  readonly expiresAtMs: number | null;
  /** Replaces the text of the other device. @throws LinkEnded `answered` when that was not the text that was read last */
  send(text: string): Promise<void>;
  /** Resolves with the next text of the other device. @throws LinkEnded `expired` */
  receive(): Promise<string>;
  /** Sends a last text, also after the attempt was cancelled, in the place of whatever is there. Best effort. */
  leave(text: string): Promise<void>;
  /** Deletes the session, unless the other device still has to read the last text. Best effort: the server forgets it by itself. */
  close(): Promise<void>;
}

const waitMs = 30_000;
/** Pause between two requests for the other device's text. */
const lookMs = 1000;
const slowestLookMs = 8000;
/** Servers keep 4 KB. */
const mostBytes = 16 * 1024;
const longestMs = 10 * 60_000;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(deps: RendezvousDeps, url: string, init: RequestInit): Promise<Answer> {
  const timer = new AbortController();
  const cancel = deps.clock.setTimeout(() => timer.abort(), waitMs);
  try {
    const signal = AbortSignal.any([deps.signal, timer.signal]);
    const response = await deps.fetch(url, { ...init, redirect: 'manual', signal });
    const text = (await readBody(response, mostBytes)).toString('utf8');
    return { status: response.status, headers: response.headers, text };
  } catch (thrown) {
    if (deps.signal.aborted) throw new LinkEnded('cancelled');
    if (thrown instanceof AppFailure) throw thrown;
    throw timer.signal.aborted ? timedOut() : unreachable(thrown);
  } finally {
    cancel();
  }
}

const pause = ({ clock, signal }: RendezvousDeps, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(new LinkEnded('cancelled'));
    };
    const cancel = clock.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const refused = (deps: RendezvousDeps, url: string, { status, headers, text }: Answer) =>
  failureOfAnswer({
    ...{ status, url, text, contentType: headers.get('content-type') },
    ...{ retryAfter: headers.get('retry-after'), nowMs: deps.clock.now() },
  });

/** The expiry by the server's own clock, because that of this computer may be wrong. */
function expiryOf({ clock }: RendezvousDeps, headers: Headers): number | null {
  const expires = Date.parse(headers.get('expires') ?? '');
  if (Number.isNaN(expires)) return null;
  const told = Date.parse(headers.get('date') ?? '');
  const left = expires - (Number.isNaN(told) ? clock.now() : told);
  return clock.now() + Math.min(longestMs, Math.max(0, left));
}

/** Makes a rendezvous session at the server. @throws LinkEnded `no_server` where it has none */
export async function createRendezvous(deps: RendezvousDeps, baseUrl: string): Promise<Rendezvous> {
  let url = `${baseUrl}${clientUnstable}/org.matrix.msc4108/rendezvous`;
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '' };
  let answer = await ask(deps, url, init);
  // Some servers redirect to another one.
  const to = answer.headers.get('location');
  if ([307, 308].includes(answer.status) && to !== null && URL.canParse(to, url)) {
    url = placeOf(new URL(to, url).href, baseUrl);
    answer = await ask(deps, url, init);
  }
  if ([404, 405].includes(answer.status)) throw new LinkEnded('no_server');
  if (answer.status < 200 || answer.status > 299) throw refused(deps, url, answer);
  const tag = answer.headers.get('etag');
  const place = urlIn(answer.text);
  if (tag === null || place === null) throw notMatrix();
  return openRendezvous(deps, placeOf(place, baseUrl), tag, expiryOf(deps, answer.headers));
}

function urlIn(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && typeof body['url'] === 'string' ? body['url'] : null;
  } catch {
    // No JSON.
    return null;
  }
}

const longestUrl = 500;

/** The address, if nobody else can read the connection; http only when the homeserver itself is on this computer. @throws LinkEnded */
export function placeOf(url: string, baseUrl: string): string {
  const parsed = URL.canParse(url) && url.length <= longestUrl ? new URL(url) : null;
  const isSafe = parsed !== null && isPrivate(parsed) && parsed.username === '';
  const leavesHttps = parsed?.protocol === 'http:' && !baseUrl.startsWith('http:');
  if (!isSafe || leavesHttps) throw new LinkEnded('insecure');
  return parsed.href;
}

/** Opens the session of a code. @throws LinkEnded `answered` when another device has left a text there already */
export async function joinRendezvous(deps: RendezvousDeps, url: string): Promise<Rendezvous> {
  const answer = await ask(deps, url, { method: 'GET' });
  if (answer.status === 404) throw new LinkEnded('expired');
  if (answer.status !== 200) throw refused(deps, url, answer);
  const tag = answer.headers.get('etag');
  if (tag === null) throw notMatrix();
  if (answer.text !== '') throw new LinkEnded('answered');
  return openRendezvous(deps, url, tag, null);
}

function openRendezvous(
  deps: RendezvousDeps,
  url: string,
  first: string,
  expiresAtMs: number | null,
): Rendezvous {
  let tag = first;
  let unread = false;
  const alone = { ...deps, signal: new AbortController().signal };
  const untilMs = deps.clock.now() + longestMs;
  const isOver = (): boolean => deps.clock.now() > Math.min(untilMs, expiresAtMs ?? untilMs);
  return {
    url,
    expiresAtMs,
    async send(text) {
      const headers = { 'content-type': 'text/plain', 'if-match': tag };
      const answer = await ask(deps, url, { method: 'PUT', headers, body: text });
      if (answer.status === 412) throw new LinkEnded('answered');
      if (answer.status === 404) throw new LinkEnded('expired');
      if (answer.status < 200 || answer.status > 299) throw refused(deps, url, answer);
      tag = answer.headers.get('etag') ?? tag;
      unread = true;
    },
    async receive() {
      let waits = lookMs;
      for (;;) {
        const answer = await ask(deps, url, {
          method: 'GET',
          headers: { 'if-none-match': tag },
        }).catch((thrown: unknown) => {
          // The connection is bad for a moment: tries again, until the session expires.
          if (thrown instanceof LinkEnded || isOver()) throw thrown;
          return null;
        });
        if (answer?.status === 404) throw new LinkEnded('expired');
        const next = answer?.headers.get('etag') ?? null;
        if (answer?.status === 200 && next !== null && next !== tag) {
          tag = next;
          unread = false;
          return answer.text;
        }
        if (isOver()) throw new LinkEnded('expired');
        const isWell = answer !== null && answer.status < 400;
        waits = isWell ? lookMs : Math.min(slowestLookMs, waits * 2);
        await pause(deps, waits);
      }
    },
    async leave(text) {
      unread = true;
      const put = () => {
        const headers = { 'content-type': 'text/plain', 'if-match': tag };
        return ask(alone, url, { method: 'PUT', headers, body: text }).catch(unheard);
      };
      if ((await put())?.status !== 412) return;
      // The other device has left a text meanwhile, which nobody will read.
      const now = await ask(alone, url, { method: 'GET' }).catch(unheard);
      tag = now?.headers.get('etag') ?? tag;
      await put();
    },
    async close() {
      if (unread) return;
      await ask(alone, url, { method: 'DELETE' }).catch(unheard);
    },
  };
}
