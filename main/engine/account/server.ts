// Finds the homeserver that the user's input names, or throws one of the errors in plain words. Tries the `.well-known` document, then the
// address itself.
import { serverNameOf } from '#contract/plainNames';
import { appFailure, type AppFailure, type ErrorCode } from '#contract/wire/errors';
import { isPrivate, type AnonymousDeps } from '../http/anonymous';
import { statusOf } from '../http/errors';
import { checkHomeserver, discover, discoveryErrors, type Discovery } from './discovery';
import { readSignInWays, type SignInWays } from './ways';

export interface FoundServer extends SignInWays {
  /** The domain of Matrix ids as far as it is known before the sign-in. */
  readonly serverName: string;
  readonly baseUrl: string;
  /** An identity server that the domain names and that answers; null: none. */
  readonly identityServer: string | null;
}

/** @throws AppFailure `unknown_server`, `not_matrix`, `unsupported_server` or `offline`, with the text of the documents. */
export async function findServer(deps: AnonymousDeps, typed: string): Promise<FoundServer> {
  const address = addressOf(typed);
  if (address === null) throw appFailure('unknown_server', discoveryErrors.invalid);
  if (!isPrivate(new URL(address.origin)))
    throw appFailure('insecure_server', 'A password does not travel over http');
  const wellKnown = await discover(deps, address.origin);
  const found =
    wellKnown.homeserver.state === 'SUCCESS'
      ? wellKnown
      : await insteadOf(deps, wellKnown, address.origin);
  if (found.homeserver.state !== 'SUCCESS' || found.homeserver.baseUrl === null) {
    throw refusal(wellKnown, found);
  }
  const { baseUrl } = found.homeserver;
  const { state, baseUrl: identityUrl } = found.identityServer;
  return {
    ...{ serverName: address.name, baseUrl },
    identityServer: state === 'SUCCESS' ? identityUrl : null,
    ...(await readSignInWays(deps, baseUrl)),
  };
}

/** A document that names a wrong server is an error; one that is missing or unreadable leads to a try of the address. */
function insteadOf(deps: AnonymousDeps, wellKnown: Discovery, origin: string): Promise<Discovery> {
  if (wellKnown.homeserver.state === 'FAIL_ERROR') return Promise.resolve(wellKnown);
  return checkHomeserver(deps, origin);
}

/** Loopback is reached over http, everything else over https unless a scheme was typed. */
export function addressOf(typed: string): { name: string; origin: string } | null {
  const text = typed.trim().replace(/\/+$/, '');
  // The input is a whole user id: its domain is the server (CALL-1.3).
  const domain = text.startsWith('@') ? serverNameOf(text) : text;
  if (domain === '' || /[\s@]/.test(domain)) return null;
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(domain);
  const url = domain.includes('://') ? domain : `${loopback ? 'http' : 'https'}://${domain}`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return { name: parsed.host, origin: (parsed.origin + parsed.pathname).replace(/\/+$/, '') };
}

function refusal(wellKnown: Discovery, found: Discovery): AppFailure {
  const text = found.homeserver.error ?? wellKnown.homeserver.error ?? discoveryErrors.generic;
  const code = refusalCode(found);
  return appFailure(code, text, { retryable: code === 'offline', data: { status: null } });
}

function refusalCode(found: Discovery): ErrorCode {
  if (found.homeserver.error === discoveryErrors.versions) return 'unsupported_server';
  const failure = found.failure?.error ?? null;
  if (failure === null || statusOf(found.failure) !== null) return 'not_matrix';
  const network = failure.data?.['network'];
  // No name server or no route: this computer is offline, and the address may be right.
  const offline = ['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH'];
  return typeof network === 'string' && offline.includes(network) ? 'offline' : 'unknown_server';
}

export interface ServerPlace {
  /** The server as the user typed it. */
  readonly server: string;
  readonly serverName: string;
  readonly baseUrl: string;
}

/** Finds the server of each text once, so that calls during typing do not look for it again. */
export function rememberedServer(deps: AnonymousDeps): (server: string) => Promise<ServerPlace> {
  let last: { readonly server: string; readonly found: Promise<ServerPlace> } | null = null;
  const find = async (server: string): Promise<ServerPlace> => {
    try {
      const { serverName, baseUrl } = await findServer(deps, server);
      return { server, serverName, baseUrl };
    } catch (thrown) {
      last = null;
      throw thrown;
    }
  };
  return (server) => {
    if (last?.server !== server) last = { server, found: find(server) };
    return last.found;
  };
}
