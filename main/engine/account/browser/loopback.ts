// The redirect address of a sign-in: a listener on this computer, on a port of the system's choice. Receives answers and shows a page; must
// not know what an answer means.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mainTexts } from '#contract/locales/mainTexts';

const words = mainTexts.en.signInPage;

/** Decides which page the browser shows at the end. */
export type Heard = 'taken' | 'foreign';

export interface Loopback {
  /** The address that the browser has to come back to. */
  readonly url: string;
  close(): void;
}

/** The path that is registered with sign-in services; they let the port differ. */
export const callbackPath = '/callback';

/** An answer is an address: none is longer. */
const longestTarget = 16 * 1024;

/** @param onAnswer judges the parameters of an answer; a `foreign` one gets a page that refuses it, and changes nothing */
export async function listen(onAnswer: (answer: URLSearchParams) => Heard): Promise<Loopback> {
  let host = '';
  const server = createServer({ maxHeaderSize: longestTarget }, (request, response) => {
    const answer = answerIn(request, host);
    if (answer === null) return show(response, 404, words.nothing);
    const heard = onAnswer(answer);
    show(response, heard === 'taken' ? 200 : 400, words[heard]);
  });
  server.maxConnections = 20;
  server.requestTimeout = 10_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}${callbackPath}`,
    close: () => {
      server.close();
      // The page that was just shown is still sent; idle connections end.
      server.closeIdleConnections();
    },
  };
}

/** The query of a page of this address, else null: another host name that leads here is a page of somebody else. */
function answerIn(request: IncomingMessage, host: string): URLSearchParams | null {
  const target = request.url ?? '';
  if (request.method !== 'GET' || request.headers.host !== host) return null;
  if (!target.startsWith('/') || !URL.canParse(target, `http://${host}`)) return null;
  const { pathname, searchParams } = new URL(target, `http://${host}`);
  return pathname === callbackPath ? searchParams : null;
}

function show(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><title>Trellis</title><h1>Trellis</h1><p>${text}</p></html>`,
  );
}
