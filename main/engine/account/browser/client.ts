// Registers the app as a client of an OAuth 2.0 service (RFC 7591). Must not know a person or an attempt.
import * as oauth from 'oauth4webapi';
import { appFailure, AppFailure } from '#contract/wire/errors';
import type { AnonymousDeps } from '../../http/anonymous';
import { worded } from '../../http/errors';
import { callbackPath } from './loopback';
import { refusedTexts, requests, waitMs, type AuthService } from './oauth';

/** Addresses that a service shows beside the app's name. */
export interface ClientPages {
  readonly client_uri: string;
  readonly logo_uri?: string;
  readonly policy_uri?: string;
  readonly tos_uri?: string;
}

const pages: ClientPages = {
  client_uri: 'https://trellis.chat/',
  logo_uri: 'https://trellis.chat/icon.png',
  policy_uri: 'https://trellis.chat/privacy',
  tos_uri: 'https://trellis.chat/terms',
};
const contacts = ['support@trellis.chat'];

/** Leaves out pages that are not on the client's own host, or below it: services refuse clients that name foreign ones. */
export function ownPages({ client_uri, ...others }: ClientPages): ClientPages {
  const { hostname: home } = new URL(client_uri);
  const isOwn = (address: string): boolean => {
    if (!URL.canParse(address)) return false;
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' && (hostname === home || hostname.endsWith(`.${home}`));
  };
  const own = Object.entries(others).filter((entry): entry is [string, string] => {
    const address: unknown = entry[1];
    return typeof address === 'string' && isOwn(address);
  });
  return { client_uri, ...Object.fromEntries(own) };
}

/** The port differs each time; services allow that for this computer. */
const registeredRedirect = `http://127.0.0.1${callbackPath}`;

/** `more`: grants beside the browser's. @throws AppFailure */
export async function register(
  deps: AnonymousDeps,
  { server }: AuthService,
  more: readonly string[] = [],
  shown: ClientPages = pages,
): Promise<string> {
  const endpoint = server.registration_endpoint ?? '';
  const about = {
    client_name: 'Trellis',
    ...ownPages(shown),
    contacts,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token', ...more],
    redirect_uris: [registeredRedirect],
  };
  const options = requests(deps, { endpoint }, waitMs);
  const answer = await oauth
    .dynamicClientRegistrationRequest(server, about, options)
    .catch((thrown: unknown) => {
      const known = thrown instanceof AppFailure ? thrown : null;
      if (known?.error.retryable !== true) throw thrown;
      throw worded(known, refusedTexts.registration);
    });
  const { status } = answer;
  try {
    const { client_id } = await oauth.processDynamicClientRegistrationResponse(answer);
    return client_id;
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    if (status >= 500) throw appFailure('server_error', refusedTexts.registration);
    throw status >= 400
      ? appFailure('sign_in_unsupported', refusedTexts.registration)
      : appFailure('sign_in_untrusted', refusedTexts.registrationAnswer);
  }
}
