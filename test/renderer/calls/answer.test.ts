// Answering with the voice: the answer leaves while the microphone opens.
import { otherOf } from '../../../renderer/features/calls/callTypes';
import { FakePeerConnection, media, withFakeMedia, type FakeTrack } from './fakeMedia';
import { createPair, pass, placed, settle, type Pair } from './pair';

let pair: Pair;
let open: () => void;

withFakeMedia(
  () => {
    pair = createPair();
  },
  () => pair.stop(),
);

/** Alice's call rings at Bob's, whose microphone takes until `open` to open. */
async function ring(): Promise<void> {
  await placed(pair);
  media.opening = new Promise((resolve) => (open = resolve));
}

const connection = (): FakePeerConnection => FakePeerConnection.all[1] as FakePeerConnection;
const sent = (): FakeTrack | null => connection().transceivers[0]?.sender.track ?? null;

async function answered(): Promise<void> {
  await ring();
  void pair.b.session().answer(false);
  await settle();
  connection().gather('candidate:2 1 udp 1 10.0.0.2 1 typ host');
  await pass(1);
}

test('R12 the answer does not wait for the microphone, which then takes the place of silence', async () => {
  await answered();
  expect(pair.types()).toContain('b answer');
  const silence = sent();
  expect([media.asked.length, silence?.readyState]).toEqual([2, 'live']);
  const { sdp_stream_metadata: metadata } = pair.of('m.call.answer');
  expect(Object.values(metadata as object)).toEqual([
    expect.objectContaining({ purpose: 'm.usermedia', audio_muted: false }),
  ]);
  open();
  await settle();
  const [microphone] = media.streams.at(-1)?.tracks ?? [];
  expect(sent()).toBe(microphone);
  expect([silence?.readyState, microphone?.readyState]).toEqual(['ended', 'live']);
  pair.b.session().hangUp();
  await settle();
  expect(microphone?.readyState).toBe('ended');
});

test('a microphone that was muted meanwhile opens muted', async () => {
  await answered();
  await pair.b.session().setMicrophone(false);
  open();
  await settle();
  expect([sent()?.enabled, pair.b.session().snapshot().micMuted]).toEqual([false, true]);
});

test('a microphone that opens after the hang-up is closed at once', async () => {
  await answered();
  pair.b.session().hangUp();
  open();
  await settle();
  expect(media.streams.at(-1)?.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
});

test('a microphone that fails after the answer costs the voice and not the call: both are told', async () => {
  await answered();
  const b = pair.b.session();
  media.error = 'NotReadableError';
  open();
  await settle();
  for (const one of FakePeerConnection.all) one.ice('connected');
  await settle();
  expect(b.snapshot()).toMatchObject({
    ...{ state: 'connected', micMuted: true, notice: 'microphone_busy', problem: null },
  });
  expect(otherOf(pair.a.session().snapshot())).toMatchObject({ listens: true, micMuted: true });
  media.error = null;
  await b.setMicrophone(true);
  await settle();
  expect(b.snapshot()).toMatchObject({ micMuted: false, notice: null });
  expect(otherOf(pair.a.session().snapshot())).toMatchObject({ listens: false, micMuted: false });
});

test('without a microphone nothing is answered: other devices go on ringing', async () => {
  pair.a.machine.place('!room:example.org', '@bob:example.org', false);
  await settle();
  Object.assign(media, { devices: ['videoinput'], error: 'NotFoundError' });
  FakePeerConnection.all.at(-1)?.gather('candidate:1 1 udp 1 10.0.0.1 1 typ host');
  await settle();
  void pair.b.session().answer(false);
  await pass(1);
  expect(pair.types().filter((type) => type.startsWith('b '))).toEqual([]);
  expect(pair.b.session().snapshot()).toMatchObject({ unanswered: 'no_microphone' });
});

test('nor where the microphone is not lent', async () => {
  pair.b.lends = false;
  await answered();
  expect(pair.types()).not.toContain('b answer');
  expect([media.asked.length, pair.b.session().snapshot().unanswered]).toEqual([
    1,
    'microphone_refused',
  ]);
});

test('the end of another call leaves a changed microphone open', async () => {
  await answered();
  open();
  await settle();
  await pair.b.machine.setDevice('audioinput', 'other');
  await settle();
  const [microphone] = media.streams.at(-1)?.tracks ?? [];
  expect(sent()).toBe(microphone);
  const other = pair.b.machine.place('!room:example.org', '@carol:example.org', false);
  await settle();
  other?.hangUp();
  await settle();
  expect(microphone?.readyState).toBe('live');
});
