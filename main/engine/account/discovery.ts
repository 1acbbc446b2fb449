// Finds the homeserver of a domain: `.well-known` document, its checks and their outcomes. Must not sign in.
import { AppFailure } from '#contract/wire/errors';
import { fetchText, isPrivate, type AnonymousDeps } from '../http/anonymous';
import { statusOf } from '../http/errors';
import { isRecord } from '../base/record';

export type DiscoveryState = 'SUCCESS' | 'IGNORE' | 'PROMPT' | 'FAIL_PROMPT' | 'FAIL_ERROR';

export const discoveryErrors = {
  invalid: 'Invalid homeserver discovery response',
  generic: 'Failed to get autodiscovery configuration from server',
  homeserverUrl: 'Invalid base_url for m.homeserver',
  homeserver: 'Homeserver URL does not appear to be a valid Matrix homeserver',
  identityUrl: 'Invalid base_url for m.identity_server',
  identityServer: 'Identity server URL does not appear to be a valid identity server',
  identity: 'Invalid identity server discovery response',
  missing: 'No .well-known JSON file found',
  json: 'Invalid JSON',
  versions: 'The homeserver does not meet the version requirements',
} as const;

export type DiscoveryErrorText = (typeof discoveryErrors)[keyof typeof discoveryErrors];

export interface DiscoveryOutcome {
  readonly state: DiscoveryState;
  readonly error: DiscoveryErrorText | null;
  readonly baseUrl: string | null;
}

export interface Discovery {
  readonly homeserver: DiscoveryOutcome;
  readonly identityServer: DiscoveryOutcome;
  /** Why the last request that decided failed, if one did. */
  readonly failure: AppFailure | null;
}

const timeoutMs = 5000;
const noIdentityServer: DiscoveryOutcome = { state: 'PROMPT', error: null, baseUrl: null };

/** GET {domain}/.well-known/matrix/client, with checks of the servers that it names. `domain` may have a scheme. */
export async function discover(deps: AnonymousDeps, domain: string): Promise<Discovery> {
  const origin = domain.includes('://') ? domain.replace(/\/+$/, '') : `https://${domain}`;
  let text: string;
  try {
    text = await fetchText(deps, `${origin}/.well-known/matrix/client`, timeoutMs);
  } catch (thrown) {
    const failure = thrown instanceof AppFailure ? thrown : null;
    return statusOf(thrown) === 404
      ? failed('PROMPT', discoveryErrors.missing, null, failure)
      : failed('FAIL_PROMPT', discoveryErrors.generic, null, failure);
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // No JSON.
    return failed('FAIL_PROMPT', discoveryErrors.json);
  }
  return discoverFrom(deps, document);
}

/** The checks of a `.well-known` document that is already here. */
export async function discoverFrom(deps: AnonymousDeps, document: unknown): Promise<Discovery> {
  const entry = isRecord(document) ? document['m.homeserver'] : undefined;
  if (!isRecord(entry)) return failed('FAIL_PROMPT', discoveryErrors.invalid);
  if (!entry['base_url']) return failed('FAIL_PROMPT', discoveryErrors.homeserverUrl);
  const baseUrl = cleanUrl(entry['base_url']);
  if (baseUrl === null) return failed('FAIL_ERROR', discoveryErrors.homeserverUrl);
  const checked = await checkHomeserver(deps, baseUrl);
  if (checked.homeserver.state !== 'SUCCESS') return checked;
  const identity = isRecord(document) ? document['m.identity_server'] : undefined;
  return { ...checked, identityServer: await checkIdentityServer(deps, identity) };
}

/** GET {base}/_matrix/client/versions: is there a homeserver that we can talk to? */
export async function checkHomeserver(deps: AnonymousDeps, baseUrl: string): Promise<Discovery> {
  let versions: unknown;
  try {
    const answer: unknown = JSON.parse(
      await fetchText(deps, `${baseUrl}/_matrix/client/versions`, timeoutMs),
    );
    versions = isRecord(answer) ? answer['versions'] : undefined;
  } catch (thrown) {
    const failure = thrown instanceof AppFailure ? thrown : null;
    return failed('FAIL_ERROR', discoveryErrors.homeserver, baseUrl, failure);
  }
  if (!Array.isArray(versions)) {
    return failed('FAIL_ERROR', discoveryErrors.homeserver, baseUrl);
  }
  if (!versions.some(isSupportedVersion)) {
    return failed('FAIL_ERROR', discoveryErrors.versions, baseUrl);
  }
  return {
    homeserver: { state: 'SUCCESS', error: null, baseUrl },
    identityServer: noIdentityServer,
    failure: null,
  };
}

/** v1.1 or any later v1.x; the documents' upper end is obsolete. */
const isSupportedVersion = (version: unknown) =>
  typeof version === 'string' && /^v1\.[1-9]\d{0,3}$/.test(version);

async function checkIdentityServer(deps: AnonymousDeps, entry: unknown): Promise<DiscoveryOutcome> {
  if (entry === undefined || entry === null) return noIdentityServer;
  const fail = (error: DiscoveryErrorText, baseUrl: string | null = null): DiscoveryOutcome => ({
    state: 'FAIL_PROMPT',
    error,
    baseUrl,
  });
  if (!isRecord(entry)) return fail(discoveryErrors.identity);
  const baseUrl = cleanUrl(entry['base_url']);
  if (baseUrl === null) return fail(discoveryErrors.identityUrl);
  try {
    JSON.parse(await fetchText(deps, `${baseUrl}/_matrix/identity/v2`, timeoutMs));
    return { state: 'SUCCESS', error: null, baseUrl };
  } catch {
    // No answer, or no JSON: no identity server either way.
    return fail(discoveryErrors.identityServer, baseUrl);
  }
}

/** https with a host name, or http of this computer, without slashes at the end; null for anything else. */
export function cleanUrl(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!isPrivate(url) || url.hostname === '') return null;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function failed(
  state: DiscoveryState,
  error: DiscoveryErrorText,
  baseUrl: string | null = null,
  failure: AppFailure | null = null,
): Discovery {
  return {
    homeserver: { state, error, baseUrl },
    identityServer: noIdentityServer,
    failure,
  };
}
