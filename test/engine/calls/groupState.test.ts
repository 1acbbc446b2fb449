// The two state events of a group call: what counts in them, and that a change of one device leaves the others alone.
import {
  deviceLifeMs,
  mergeOwn,
  readCall,
  readDevices,
  writeCall,
} from '#engine/events/groupCallState';

const now = Date.UTC(2026, 0, 1);
const device = (deviceId: string, extra: object = {}) => ({
  device_id: deviceId,
  session_id: `session-of-${deviceId}`,
  expires_ts: now + 1000,
  feeds: [{ purpose: 'm.usermedia' }],
  ...extra,
});
const member = (...devices: unknown[]) => ({
  'm.calls': [{ 'm.call_id': 'one', 'm.devices': devices }],
});
const ids = (content: Record<string, unknown>) =>
  readDevices(content, 'one', now).map(({ deviceId }) => deviceId);

test('CALL-5.10 a call is one with a valid type and a valid intent only', () => {
  const good = { 'm.type': 'm.video', 'm.intent': 'm.prompt' };
  expect(readCall(good)).toMatchObject({ type: 'm.video', intent: 'm.prompt', isPtt: false });
  for (const bad of [
    {},
    { ...good, 'm.type': 'm.hologram' },
    { ...good, 'm.intent': 'm.shout' },
    { ...good, 'm.type': ['m.video'] },
    { 'm.type': 'm.video' },
  ])
    expect(readCall(bad)).toBeNull();
});

test('CALL-4.5 a call that is terminated or redacted is over', () => {
  const good = { 'm.type': 'm.voice', 'm.intent': 'm.room' };
  expect(readCall({ ...good, 'm.terminated': 'call_ended' })).toBeNull();
  expect(readCall({})).toBeNull();
});

test('CALL-3.2 the event of a call says type, intent, push to talk, data channels and where LiveKit is', () => {
  const facts = {
    type: 'm.voice',
    intent: 'm.ring',
    isPtt: true,
    dataChannelsEnabled: true,
    dataChannelOptions: { ordered: false },
    livekitServiceUrl: 'https://sfu.test',
  } as const;
  expect(writeCall(facts)).toEqual({
    'm.type': 'm.voice',
    'm.intent': 'm.ring',
    'io.element.ptt': true,
    dataChannelsEnabled: true,
    dataChannelOptions: { ordered: false },
    'io.element.livekit_service_url': 'https://sfu.test',
  });
  expect(readCall(writeCall(facts))).toEqual(facts);
});

test('CALL-5.14 a device counts with its ids, feeds and an expiry that is still to come', () => {
  expect(ids(member(device('A')))).toEqual(['A']);
  for (const bad of [
    device('A', { device_id: 7 }),
    device('A', { session_id: undefined }),
    device('A', { session_id: 7 }),
    device('A', { expires_ts: String(now + 1000) }),
    device('A', { expires_ts: now }),
    device('A', { feeds: 'm.usermedia' }),
    null,
    'A',
  ])
    expect(ids(member(bad))).toEqual([]);
  expect(readDevices(member(device('A')), 'another call', now)).toEqual([]);
  expect(readDevices({ 'm.calls': 'one' }, 'one', now)).toEqual([]);
});

test('CALL-3.3 our own device is written with its ids, expiry and feeds; the hour is that of CALL-9.11', () => {
  const own = {
    deviceId: 'OWN',
    sessionId: 'session',
    expiresMs: now + deviceLifeMs,
    feeds: [{ purpose: 'm.usermedia' as const }, { purpose: 'm.screenshare' as const }],
  };
  const change = { groupCallId: 'one', deviceId: 'OWN', nowMs: now, exists: () => true };
  const written = mergeOwn({}, { ...change, device: own });
  expect(written).toEqual(
    member({
      device_id: 'OWN',
      session_id: 'session',
      expires_ts: now + 3_600_000,
      feeds: [{ purpose: 'm.usermedia' }, { purpose: 'm.screenshare' }],
    }),
  );
  expect(mergeOwn(written, { ...change, device: null })).toEqual({ 'm.calls': [] });
});

test('a change of our device keeps other devices and other calls, not what has expired or is gone', () => {
  const content = {
    'm.calls': [
      { 'm.call_id': 'two', 'm.devices': [device('OWN')], extra: 1 },
      {
        'm.call_id': 'one',
        'm.foci': ['kept'],
        'm.devices': [device('PHONE'), device('OLD', { expires_ts: now - 1 }), device('GONE')],
      },
    ],
  };
  const own = { deviceId: 'OWN', sessionId: 's', expiresMs: now + 5, feeds: [] };
  const change = {
    groupCallId: 'one',
    deviceId: 'OWN',
    nowMs: now,
    exists: (deviceId: string) => deviceId !== 'GONE',
  };
  const entered = mergeOwn(content, { ...change, device: own });
  expect(ids(entered)).toEqual(['PHONE', 'OWN']);
  expect(entered['m.calls']).toMatchObject([
    { 'm.call_id': 'two', extra: 1 },
    { 'm.call_id': 'one', 'm.foci': ['kept'] },
  ]);
  expect(ids(mergeOwn(entered, { ...change, device: null }))).toEqual(['PHONE']);
});
