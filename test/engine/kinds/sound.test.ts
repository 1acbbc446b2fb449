// Voice messages and other sounds: what is known of them before their file is here.
import { shownLine } from '#engine/search/terms';
import { previewOf } from '#engine/kinds/preview';
import { newestEvent } from '#stores/events/timeline';
import { alice, event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function shown(content: object): { body: unknown; line: object } {
  const audio = { msgtype: 'm.audio', body: 'Voice message.ogg', url: 'mxc://a.example/x' };
  bench.live([event('m.room.message', { ...audio, ...content }, { sender: alice })]);
  const newest = newestEvent(bench.temp.store.db, bench.roomNo);
  if (newest === null) throw new Error('no event');
  return { body: bench.open().messages().at(-1)?.body, line: previewOf(newest, []) };
}

test('a voice message says so, with its length and its wave, before anything is loaded', () => {
  const { body, line } = shown({
    info: { duration: 42_300 },
    'org.matrix.msc3245.voice': {},
    'org.matrix.msc1767.audio': { duration: 42_000, waveform: [0, 512, 1024, 2000] },
  });
  expect(body).toMatchObject({
    type: 'audio',
    media: { durationMs: 42_300 },
    sound: { voice: true, waveform: [0, 0.5, 1, 1] },
  });
  expect(line).toEqual({ kind: 'voice', text: 'Voice message', durationMs: 42_300 });
});

test('what another client calls a voice message is no caption of it', () => {
  const voice = { filename: 'recording.ogg', 'org.matrix.msc3245.voice': {} };
  expect(shown({ ...voice, body: 'Voice message' }).body).toMatchObject({ caption: null });
  expect(shown({ ...voice, body: 'From the train' }).body).toMatchObject({
    caption: { text: 'From the train' },
  });
});

test('where it is one line, no file name stands for it: in a notice, the list, a quote; its words do', () => {
  const voice = { 'org.matrix.msc3245.voice': {} };
  expect(shown({ ...voice, body: 'recording-17.m4a' }).line).toEqual({
    kind: 'voice',
    text: 'Voice message',
  });
  expect(shown({ ...voice, filename: 'a.ogg', body: 'From the train' }).line).toEqual({
    kind: 'voice',
    text: 'From the train',
  });
});

test('a hit shows no file name either, unless it was looked for', () => {
  const content = { body: 'Voice message.ogg', 'org.matrix.msc3245.voice': {} };
  expect(shownLine(content.body, content, ['voice'])).toBe('Voice message');
  expect(shownLine(content.body, content, [])).toBe('Voice message');
  expect(shownLine(content.body, content, ['ogg'])).toBe('Voice message.ogg');
});

test('a long wave is drawn in 64 bars, each as loud as its loudest sample', () => {
  const waveform = Array.from({ length: 1280 }, (_, at) => (at === 25 ? 1024 : 0));
  const { body } = shown({ 'org.matrix.msc1767.audio': { duration: 7_000, waveform } });
  const bars = Array.from({ length: 64 }, (_, bar) => (bar === 1 ? 1 : 0));
  expect(body).toMatchObject({
    media: { durationMs: 7_000 },
    sound: { voice: false, waveform: bars },
  });
});

test.each([
  ['no list', 'loud'],
  ['empty', []],
  ['no numbers', [1, '2']],
  ['endless', Array.from({ length: 5000 }, () => 1)],
])('a wave that is %s is none', (_, waveform) => {
  const { body, line } = shown({ 'org.matrix.msc1767.audio': { waveform } });
  expect(body).toMatchObject({ sound: { voice: false, waveform: null } });
  expect(line).toEqual({ kind: 'audio', text: 'Voice message.ogg' });
});
