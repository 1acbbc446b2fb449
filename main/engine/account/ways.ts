// The ways to sign in to a homeserver: OAuth 2.0, single sign-on with its providers, password.
import { AppFailure } from '#contract/wire/errors';
import { fetchText, type AnonymousDeps } from '../http/anonymous';
import { statusOf, worded } from '../http/errors';
import { isRecord } from '../base/record';
import { clientUnstable, clientV1, clientV3 } from '../http/url';

export interface SsoProvider {
  readonly kind: 'sso' | 'cas';
  /** Null: the server has one provider, which it does not name. */
  readonly id: string | null;
  readonly name: string | null;
  /** `mxc:` address of its picture. */
  readonly icon: string | null;
}

export interface SignInWays {
  readonly oauth: boolean;
  /** The service makes new accounts on request. */
  readonly create: boolean;
  /** Its service lets people sign in with a code on another device. */
  readonly device: boolean;
  /** Its service also links two devices by a code (MSC4108). */
  readonly link?: true;
  readonly sso: SsoProvider[];
  readonly password: boolean;
}

const waitMs = 10_000;
/** Longest wait for a service's description (CALL-7.18). */
const metadataWaitMs = 5_000;

export const discoveryText = 'Something went wrong with OIDC discovery';

async function jsonOf(deps: AnonymousDeps, url: string, timeoutMs: number): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(deps, url, timeoutMs)) as unknown;
  } catch (thrown) {
    // A refusal or an unreadable answer means that the server does not have it. No answer, or an error of the server, means something else.
    const status = statusOf(thrown);
    if ((status === null || status >= 500) && !(thrown instanceof SyntaxError)) throw thrown;
    return null;
  }
}

/** For an optional feature of the server: a failure counts as its absence. */
const orNone = (thrown: unknown): null => {
  if (statusOf(thrown) === null) throw thrown;
  return null;
};

/**
 * The description of the server's OAuth 2.0 service, unchecked, and whether it has its final address. Null: it has none.
 * @throws AppFailure with `discoveryText` when the server does not answer
 */
export async function readAuthMetadata(
  deps: AnonymousDeps,
  baseUrl: string,
): Promise<{ readonly document: Record<string, unknown>; readonly stable: boolean } | null> {
  try {
    const read = (url: string): Promise<unknown> => jsonOf(deps, url, metadataWaitMs);
    const final = await read(`${baseUrl}${clientV1}/auth_metadata`);
    if (isService(final)) return { document: final, stable: true };
    const early = await read(`${baseUrl}${clientUnstable}/org.matrix.msc2965/auth_metadata`);
    return isService(early) ? { document: early, stable: false } : null;
  } catch (thrown) {
    throw thrown instanceof AppFailure ? worded(thrown, discoveryText) : thrown;
  }
}

const isService = (answer: unknown): answer is Record<string, unknown> =>
  isRecord(answer) && typeof answer['issuer'] === 'string';

/** @throws AppFailure when the server does not answer */
export async function readSignInWays(deps: AnonymousDeps, baseUrl: string): Promise<SignInWays> {
  const [metadata, login] = await Promise.all([
    readAuthMetadata(deps, baseUrl).catch(orNone),
    jsonOf(deps, `${baseUrl}${clientV3}/login`, waitMs).catch(orNone),
  ]);
  const flows = isRecord(login) && Array.isArray(login['flows']) ? login['flows'] : [];
  const known = flows.filter(isRecord);
  const has = (type: string): boolean => known.some((flow) => flow['type'] === type);
  const prompts = metadata?.document['prompt_values_supported'];
  // A server in transition names its service in the old flow too: the same service in a more roundabout way.
  const sso = known.find((flow) => flow['type'] === 'm.login.sso');
  const device = typeof metadata?.document['device_authorization_endpoint'] === 'string';
  return {
    oauth: metadata !== null,
    create: Array.isArray(prompts) && prompts.includes('create'),
    device,
    ...(device && (await hasRendezvous(deps, baseUrl).catch(orNone)) === true && { link: true }),
    sso: metadata === null ? providersIn(sso, has('m.login.cas')) : [],
    password: has('m.login.password'),
  };
}

/** Whether the server has rendezvous sessions, by which two devices can be linked. */
export async function hasRendezvous(deps: AnonymousDeps, baseUrl: string): Promise<boolean> {
  const answer = await jsonOf(deps, `${baseUrl}/_matrix/client/versions`, waitMs);
  const features = isRecord(answer) ? answer['unstable_features'] : undefined;
  return isRecord(features) && features['org.matrix.msc4108'] === true;
}

const mostProviders = 20;

function providersIn(sso: Record<string, unknown> | undefined, cas: boolean): SsoProvider[] {
  const unnamed = { id: null, name: null, icon: null };
  if (sso === undefined) return cas ? [{ kind: 'cas', ...unnamed }] : [];
  const told = sso['identity_providers'];
  const named = (Array.isArray(told) ? told : [])
    .filter(isRecord)
    .map(({ id, name, icon }): SsoProvider => ({
      kind: 'sso',
      id: typeof id === 'string' && id !== '' && id.length <= 255 ? id : null,
      name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 80) : null,
      icon: typeof icon === 'string' && icon.startsWith('mxc://') ? icon : null,
    }))
    .filter(({ id }) => id !== null)
    .slice(0, mostProviders);
  return named.length > 0 ? named : [{ kind: 'sso', ...unnamed }];
}

/** The address at which the browser begins a single sign-on (CHAT-2.1). */
export function ssoUrl(
  baseUrl: string,
  { kind, id }: Pick<SsoProvider, 'kind' | 'id'>,
  redirectUrl: string,
): string {
  const provider = id === null ? '' : `/${encodeURIComponent(id)}`;
  const url = new URL(`${baseUrl}${clientV3}/login/${kind}/redirect${provider}`);
  url.searchParams.set('redirectUrl', redirectUrl);
  return url.href;
}
