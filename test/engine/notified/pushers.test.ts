// Pushers on a real Synapse: those of a phone are listed, paused and removed, and mail is turned on and off.
import { addMailPusher, fetchPushers, pausePusher, removePusher } from '#engine/notified/pushers';
import { failureOf } from '../http/kit';
import { openRooms, type RoomKit, type RoomsStage } from '../rooms/kit';
import { on } from '../../faults/faultProxy';

let stage: RoomsStage;
let alice: RoomKit;
const phone = { pushkey: 'c2VjcmV0', appId: 'org.example.phone' };

beforeAll(async () => {
  stage = await openRooms();
  ({ alice } = stage);
}, 300_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

/** Registers a pusher like the app of a phone. */
const register = (): Promise<unknown> =>
  stage.server.request('POST', '/_matrix/client/v3/pushers/set', {
    token: alice.direct.accessToken,
    body: {
      ...{ kind: 'http', app_id: phone.appId, pushkey: phone.pushkey, lang: 'de' },
      ...{ app_display_name: 'Example', device_display_name: 'Phone of Alice' },
      data: { url: 'https://push.example.org/_matrix/push/v1/notify', format: 'event_id_only' },
    },
  });
const raw = async (): Promise<readonly Record<string, unknown>[]> => {
  const answer = await stage.server.request('GET', '/_matrix/client/v3/pushers', {
    token: alice.direct.accessToken,
  });
  return (answer as { readonly pushers: Record<string, unknown>[] }).pushers;
};

test('CHAT-7.47 CHAT-3.22 a phone is listed, paused with all that it asked for, told again, and removed', async () => {
  await register();
  const shown = { ...phone, kind: 'app', app: 'Example', device: 'Phone of Alice' };
  expect(await fetchPushers(alice.http)).toEqual([{ ...shown, enabled: true, canPause: true }]);
  const [before] = await raw();
  await pausePusher(alice.http, phone, false);
  expect(await fetchPushers(alice.http)).toMatchObject([{ enabled: false }]);
  const [paused] = await raw();
  const { 'org.matrix.msc3881.enabled': isOn, ...rest } = paused ?? {};
  expect([isOn, { ...rest, 'org.matrix.msc3881.enabled': true }]).toEqual([false, before]);
  await pausePusher(alice.http, phone, true);
  expect(await fetchPushers(alice.http)).toMatchObject([{ enabled: true }]);
  await removePusher(alice.http, phone);
  expect(await fetchPushers(alice.http)).toEqual([]);
  expect(await failureOf(pausePusher(alice.http, phone, true))).toMatchObject({
    code: 'not_found',
  });
});

test('CHAT-7.47 mail to an address is asked for and ended', async () => {
  const root = { username: 'root', password: 'pw', admin: true };
  const { accessToken: token } = await stage.server.registerUser(root);
  await stage.server.request('PUT', `/_synapse/admin/v2/users/${alice.userId}`, {
    token,
    body: { threepids: [{ medium: 'email', address: 'alice@example.org' }] },
  });
  await addMailPusher(alice.http, 'alice@example.org', 'en-GB');
  const mail = { pushkey: 'alice@example.org', appId: 'm.email', kind: 'email', enabled: true };
  expect(await fetchPushers(alice.http)).toMatchObject([mail]);
  await removePusher(alice.http, mail);
  expect(await fetchPushers(alice.http)).toEqual([]);
});

test('CHAT-3.22 where the server does not say, a pusher is enabled and cannot be paused; what is none is left out', async () => {
  const good = { pushkey: 'a', app_id: 'b', kind: 'http', app_display_name: 7 };
  stage.proxy.rules.add({
    match: on('GET', '/pushers'),
    ...{
      status: 200,
      body: { pushers: [good, 'x', null, { pushkey: 'a' }, { ...good, app_id: '' }] },
    },
  });
  expect(await fetchPushers(alice.http)).toEqual([
    {
      pushkey: 'a',
      appId: 'b',
      kind: 'app',
      app: 'b',
      device: null,
      enabled: true,
      canPause: false,
    },
  ]);
  const failure = await failureOf(pausePusher(alice.http, { pushkey: 'a', appId: 'b' }, false));
  expect(failure).toMatchObject({ code: 'unsupported_server' });
});
