// Lists and changes the account's other pushers: apps on phones, and mail addresses (GET /pushers, POST /pushers/set).
// Asks the server each time and keeps nothing. A change sends the server's other fields back unchanged.
import type { Pusher } from '#contract/areas/pushers';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { cleanName } from '../events/cleanName';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';

type Requests = Pick<Http, 'request'>;
type Raw = Readonly<Record<string, unknown>>;

export interface PusherName {
  readonly pushkey: string;
  readonly appId: string;
}

const mostPushers = 100;
/** The app id of mail pushers in the specification ("POST /pushers/set"). */
const mailApp = 'm.email';
/** No specification has it yet (MSC3881). */
const enabledField = 'org.matrix.msc3881.enabled';

const isName = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

/** The specification allows 512 bytes for the key and 64 letters for the app. */
const isPusher = (raw: unknown): raw is Raw & { pushkey: string; app_id: string } =>
  isRecord(raw) && isName(raw['pushkey'], 512) && isName(raw['app_id'], 64);

async function rawPushers(
  http: Requests,
): Promise<readonly (Raw & { pushkey: string; app_id: string })[]> {
  const answer = await http.request<unknown>({
    ...{ method: 'GET', path: '/pushers', retry: 'limited' },
  });
  if (!isRecord(answer) || !Array.isArray(answer['pushers'])) throw notMatrix();
  return answer['pushers'].filter(isPusher).slice(0, mostPushers);
}

const set = async (http: Requests, body: Raw): Promise<void> =>
  void (await http.request({ method: 'POST', path: '/pushers/set', body, retry: 'limited' }));

/** A server that says nothing of it has it enabled (CHAT-3.22). */
const reported = (raw: Raw): unknown => raw['enabled'] ?? raw[enabledField];

/** @throws AppFailure */
export async function fetchPushers(http: Requests): Promise<Pusher[]> {
  return (await rawPushers(http)).map((raw) => {
    const enabled = reported(raw);
    return {
      ...{ pushkey: raw.pushkey, appId: raw.app_id },
      kind: raw['kind'] === 'email' ? 'email' : 'app',
      app: cleanName(raw['app_display_name']) ?? raw.app_id,
      device: cleanName(raw['device_display_name']),
      enabled: typeof enabled === 'boolean' ? enabled : true,
      canPause: typeof enabled === 'boolean',
    };
  });
}

/** @throws AppFailure `not_found` when it is gone, `unsupported_server` where the server knows no pause */
export async function pausePusher(http: Requests, name: PusherName, on: boolean): Promise<void> {
  const raw = (await rawPushers(http)).find(
    ({ pushkey, app_id: appId }) => pushkey === name.pushkey && appId === name.appId,
  );
  if (raw === undefined) throw appFailure('not_found', 'The pusher is not there any more');
  if (typeof reported(raw) !== 'boolean')
    throw appFailure('unsupported_server', 'The server cannot pause a pusher');
  const field = typeof raw['enabled'] === 'boolean' ? 'enabled' : enabledField;
  // With `append` those that other accounts have under the same key stay.
  await set(http, { ...raw, [field]: on, append: true });
}

/** `kind` null takes it away (CHAT-7.47). @throws AppFailure */
export const removePusher = (http: Requests, { pushkey, appId }: PusherName): Promise<void> =>
  set(http, { pushkey, app_id: appId, kind: null });

/** The server mails there what was not read. @throws AppFailure */
export const addMailPusher = (http: Requests, address: string, lang: string): Promise<void> =>
  set(http, {
    ...{ kind: 'email', app_id: mailApp, pushkey: address, lang, data: {}, append: true },
    ...{ app_display_name: 'Email Notifications', device_display_name: address },
  });
