// A small identity server on loopback (API v2): accounts by OpenID token, terms, hashed lookups, invitations. It speaks https and http on one
// port, because homeservers come by https only. Keeps what it was asked, never a homeserver's token.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createNet, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Content = Record<string, unknown>;

export interface AskedOfIdentity {
  readonly method: string;
  readonly path: string;
  readonly body: Content;
  readonly authorized: boolean;
}

export interface IdentityServer {
  readonly url: string;
  /** The server's name without a scheme, the form of homeservers. */
  readonly host: string;
  readonly asked: AskedOfIdentity[];
  /** The user of each address; phone numbers in digits. */
  readonly people: Map<string, string>;
  /** Replaces the answer to a path, when it answers something. */
  instead: ((asked: AskedOfIdentity) => { status: number; body: unknown } | null) | null;
  terms: Content;
  pepper: string;
  /** The code of the text message to a number, in digits, or of the mail to an address. */
  codes: Map<string, string>;
  /** It forgets no address. */
  keepsAll: boolean;
  /** No token holds any more. */
  forgetTokens(): void;
  close(): Promise<void>;
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-identity-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const what = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', cert];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...what];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const both = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return both;
}

async function bodyOf(request: IncomingMessage): Promise<Content> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text === '' ? {} : (JSON.parse(text) as Content);
}

const matrixError = (status: number, errcode: string) => ({
  status,
  body: { errcode, error: errcode },
});
const ok = (body: Content) => ({ status: 200, body });

export async function startIdentityServer(homeserverUrl: string): Promise<IdentityServer> {
  const tokens = new Map<string, string>();
  const agreed = new Set<string>();

  const who = async (openIdToken: string): Promise<string | null> => {
    const at = `${homeserverUrl}/_matrix/federation/v1/openid/userinfo?access_token=`;
    const answer = await fetch(at + encodeURIComponent(openIdToken));
    if (!answer.ok) return null;
    return ((await answer.json()) as { sub: string }).sub;
  };
  const termsUrls = (): string[] =>
    Object.values((server.terms['policies'] ?? {}) as Record<string, Record<string, unknown>>).map(
      (policy) => (policy['en'] as { url: string }).url,
    );

  interface PhoneSession {
    readonly secret: string;
    readonly medium: 'email' | 'msisdn';
    readonly address: string;
    validated: boolean;
  }
  const phoneSessions = new Map<string, PhoneSession>();
  const of = (fields: Content): PhoneSession | undefined => {
    const found = phoneSessions.get(String(fields['sid']));
    return found?.secret === fields['client_secret'] ? found : undefined;
  };
  /** Requests that a homeserver passes on: text messages to phone numbers (API v1, without a token). */
  function phones({ method, path, body }: AskedOfIdentity) {
    if (path === '/validate/msisdn/requestToken') {
      const number = String(body['phone_number']);
      const plain = number.replace(/\D/g, '');
      const address = number.startsWith('+') ? plain : `44${plain.replace(/^0/, '')}`;
      const sid = randomUUID().replaceAll('-', '');
      const secret = String(body['client_secret']);
      phoneSessions.set(sid, { secret, medium: 'msisdn', address, validated: false });
      server.codes.set(address, String(100_000 + phoneSessions.size));
      return ok({ success: true, sid, msisdn: address, intl_fmt: `+${address}` });
    }
    if (path === '/validate/email/requestToken') {
      const [address, secret] = [String(body['email']), String(body['client_secret'])];
      const sid = randomUUID().replaceAll('-', '');
      phoneSessions.set(sid, { secret, medium: 'email', address, validated: false });
      server.codes.set(address, String(100_000 + phoneSessions.size));
      return ok({ success: true, sid });
    }
    if (path === '/validate/msisdn/submitToken' || path === '/validate/email/submitToken') {
      const session = of(body);
      const isRight = session !== undefined && server.codes.get(session.address) === body['token'];
      if (isRight) session.validated = true;
      return ok({ success: isRight });
    }
    if (path === '/3pid/getValidated3pid' && method === 'GET') {
      const session = of(body);
      if (session?.validated !== true) return matrixError(400, 'M_SESSION_NOT_VALIDATED');
      return ok({ medium: session.medium, address: session.address, validated_at: 1 });
    }
    return null;
  }

  /** Requests of homeservers for their users: with a token of the user, or signed. */
  function bindings({ path, body }: AskedOfIdentity, userId: string | null) {
    if (path === '/3pid/bind') {
      if (userId === null || body['mxid'] !== userId) return matrixError(403, 'M_UNAUTHORIZED');
      const session = of(body);
      if (session?.validated !== true) return matrixError(400, 'M_SESSION_NOT_VALIDATED');
      const { medium, address } = session;
      server.people.set(address, userId);
      return ok({ medium, address, mxid: userId, not_before: 0, not_after: 1, ts: 0 });
    }
    if (path !== '/3pid/unbind') return null;
    if (server.keepsAll) return matrixError(501, 'M_UNRECOGNIZED');
    const { address } = (body['threepid'] ?? {}) as Content;
    server.people.delete(String(address));
    return ok({});
  }

  async function answer(asked: AskedOfIdentity, userId: string | null) {
    const { method, path, body } = asked;
    const replaced = server.instead?.(asked) ?? null;
    if (replaced !== null) return replaced;
    const phone = phones(asked);
    if (phone !== null) return phone;
    const binding = bindings(asked, userId);
    if (binding !== null) return binding;
    if (path === '') return ok({});
    if (path === '/terms' && method === 'GET') return ok(server.terms);
    if (path === '/pubkey/isvalid') return ok({ valid: true });
    if (path === '/account/register') {
      const sub = await who(String(body['access_token']));
      if (sub === null) return matrixError(401, 'M_UNAUTHORIZED');
      const token = randomUUID();
      tokens.set(token, sub);
      return ok({ token });
    }
    if (userId === null) return matrixError(401, 'M_UNAUTHORIZED');
    if (path === '/terms') {
      for (const url of body['user_accepts'] as string[]) agreed.add(`${userId} ${url}`);
      return ok({});
    }
    if (path === '/account/logout') {
      tokens.clear();
      return ok({});
    }
    if (termsUrls().some((url) => !agreed.has(`${userId} ${url}`)))
      return matrixError(403, 'M_TERMS_NOT_SIGNED');
    if (path === '/account') return ok({ user_id: userId });
    if (path === '/hash_details')
      return ok({ algorithms: ['none', 'sha256'], lookup_pepper: server.pepper });
    if (path === '/lookup') {
      if (body['pepper'] !== server.pepper) return matrixError(400, 'M_INVALID_PEPPER');
      const hash = (address: string): string =>
        createHash('sha256')
          .update(`${address} ${address.includes('@') ? 'email' : 'msisdn'} ${server.pepper}`)
          .digest('base64url');
      const known = new Map([...server.people].map(([address, id]) => [hash(address), id]));
      const found = (body['addresses'] as string[]).flatMap((one) => {
        const id = known.get(one);
        return id === undefined ? [] : [[one, id] as const];
      });
      return ok({ mappings: Object.fromEntries(found) });
    }
    if (path === '/store-invite')
      return ok({
        ...{
          token: 'invite',
          display_name: 'n…@m…',
          public_key: 'ta8IQ0u1sp44HVpxYi7dFOdS/bfwDjcy4xLFlfY5KOA',
        },
      });
    return matrixError(404, 'M_UNRECOGNIZED');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const path = pathname.replace(/^\/_matrix\/identity\/(?:v2|api\/v1)/, '');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const userId = tokens.get(token) ?? null;
    const body = { ...Object.fromEntries(searchParams), ...(await bodyOf(request)) };
    const asked = { method: request.method ?? '', path, body, authorized: userId !== null };
    server.asked.push(asked);
    const { status, body: said } = await answer(asked, userId);
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  }

  const listen = (request: IncomingMessage, response: ServerResponse): void =>
    void serve(request, response).catch(() => response.destroy());
  const plain = createServer(listen);
  const sealed = createHttps(certificate(), listen);
  const sockets = new Set<Socket>();
  const front = createNet((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      socket.pause();
      // The first byte of a TLS connection.
      const isTls = first[0] === 0x16;
      (isTls ? sealed : plain).emit('connection', socket);
      socket.unshift(first);
      process.nextTick(() => socket.resume());
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const host = `127.0.0.1:${(front.address() as AddressInfo).port}`;
  const server: IdentityServer = {
    ...{
      url: `http://${host}`,
      host,
      asked: [],
      people: new Map(),
      instead: null,
      pepper: 'salty',
      codes: new Map<string, string>(),
      keepsAll: false,
    },
    terms: {
      policies: {
        terms: { version: '1', en: { name: 'Terms', url: `http://${host}/terms.html` } },
        privacy: {
          version: '2',
          de: { name: 'x' },
          en: { name: 'Privacy', url: `http://${host}/privacy.html` },
        },
      },
    },
    forgetTokens: () => tokens.clear(),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      front.close();
      await once(front, 'close');
    },
  };
  return server;
}
