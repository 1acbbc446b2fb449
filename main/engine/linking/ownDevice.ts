// The signed-in device, which lets a new one in: it checks the request, has its user allow it, and gives the keys when the server knows the
// new device. Must not open the browser itself, nor give a key to a device that existed before.
import { isRecord } from '../base/record';
import { expected } from '../base/unexpected';
import { findServer } from '../account/server';
import { readAuthMetadata } from '../account/ways';
import type { AnonymousDeps } from '../http/anonymous';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import type { Channel, ReadCode } from './channel';
import { LinkEnded, unheard } from './ended';
import { compareDigits, meetByReading, meetByShowing, type Steps } from './meeting';
import { expectType, grantProtocol, isDeviceId, isShort, refuse, say, types } from './payloads';

export interface OwnDeviceDeps extends AnonymousDeps {
  readonly http: Http;
  readonly baseUrl: string;
  readonly serverName: string;
  /** Whether this device has the secrets that the new device needs. */
  readonly hasSecrets: () => Promise<boolean>;
  readonly exportSecrets: () => Promise<Record<string, unknown>>;
  /** Asks the user in a dialog outside of every page. @throws AppFailure `cancelled` */
  readonly ask: () => Promise<void>;
  /** Opens a page in the browser. */
  readonly open: (url: string) => void;
}

/** Shows a code. */
export async function letInByShowing(deps: OwnDeviceDeps, steps: Steps): Promise<void> {
  const pages = await readPages(deps);
  const channel = await meetByShowing(steps, deps.baseUrl, await nameOf(deps));
  await compareDigits(steps, channel);
  await letIn(deps, steps, channel, pages);
}

/** Answers the code of a device that wants in. */
export async function letInByReading(
  deps: OwnDeviceDeps,
  steps: Steps,
  code: ReadCode,
): Promise<void> {
  const pages = await readPages(deps);
  const homeserver = await nameOf(deps);
  const channel = await meetByReading(steps, code, deps.baseUrl);
  const { checkCode } = channel;
  steps.show({ state: 'digits', checkCode, userCode: null, server: null });
  await say(channel, {
    ...{ type: types.protocols, protocols: [grantProtocol], homeserver },
  });
  await letIn(deps, steps, channel, pages);
}

/** The service's own pages, where the user may allow a device. @throws LinkEnded when the service, or this device, cannot let others in */
async function readPages(deps: OwnDeviceDeps): Promise<ReadonlySet<string>> {
  if (!(await deps.hasSecrets())) throw new LinkEnded('no_keys');
  const document = (await readAuthMetadata(deps, deps.baseUrl))?.document ?? {};
  if (typeof document['device_authorization_endpoint'] !== 'string')
    throw new LinkEnded('no_server');
  const names = ['issuer', 'authorization_endpoint', 'account_management_uri'];
  const urls = names.map((name) => document[name]).filter((url) => typeof url === 'string');
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin));
}

/** The server's name where it leads to this server, else its address, so that the other device finds it. */
async function nameOf(deps: OwnDeviceDeps): Promise<string> {
  const found = await findServer(deps, deps.serverName).catch(unheard);
  return found?.baseUrl === deps.baseUrl ? deps.serverName : deps.baseUrl;
}

async function letIn(
  deps: OwnDeviceDeps,
  steps: Steps,
  channel: Channel,
  pages: ReadonlySet<string>,
): Promise<void> {
  const asked = await expectType(channel, types.protocol);
  const grant = asked['device_authorization_grant'];
  const deviceId = asked['device_id'];
  if (asked['protocol'] !== grantProtocol)
    return refuse(channel, 'unsupported_protocol', 'no_common_way');
  if (!isDeviceId(deviceId)) return refuse(channel, 'unsupported_protocol', 'unexpected');
  const page = pageOf(grant, pages);
  if (page === null) return refuse(channel, 'unsupported_protocol', 'foreign_page');
  // The keys would go to the device that has this id already.
  if (await hasDevice(deps, deviceId))
    return refuse(channel, 'device_already_exists', 'device_exists');
  steps.show({ state: 'allow', note: null });
  await deps.ask().catch((thrown: unknown) => {
    if (expected(thrown) === null) throw thrown;
    return refuse(channel, 'user_cancelled', 'cancelled');
  });
  if (steps.signal.aborted) return refuse(channel, 'user_cancelled', 'cancelled');
  deps.open(page);
  await say(channel, { type: types.accepted });
  await expectType(channel, types.success);
  steps.show({ state: 'finishing' });
  if (!(await appears(deps, steps, deviceId)))
    return refuse(channel, 'device_not_found', 'device_missing');
  await say(channel, { ...(await deps.exportSecrets()), type: types.secrets });
  steps.show({ state: 'done' });
}

/** The page with the code in it; null: it does not belong to the service of the account. */
function pageOf(grant: unknown, pages: ReadonlySet<string>): string | null {
  if (!isRecord(grant)) return null;
  const url = grant['verification_uri_complete'] ?? grant['verification_uri'];
  if (!isShort(url, 2000) || !URL.canParse(url)) return null;
  const { origin, href } = new URL(url);
  return pages.has(origin) ? href : null;
}

async function hasDevice({ http }: OwnDeviceDeps, deviceId: string): Promise<boolean> {
  try {
    await http.request<unknown>({
      ...{ method: 'GET', path: path`/devices/${deviceId}`, retry: 'limited' },
    });
    return true;
  } catch (thrown) {
    if (statusOf(thrown) === 404) return false;
    throw thrown;
  }
}

const mostLooks = 10;

async function appears(deps: OwnDeviceDeps, steps: Steps, deviceId: string): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    if (await hasDevice(deps, deviceId)) return true;
    if (!(await steps.pause(1000))) throw new LinkEnded('cancelled');
  }
  return false;
}
