// Rules of the calls that can be read from their sources: who ends a call, where media stay, how sound is played; and how people are counted.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { peopleIn } from '#contract/areas/calls/callNames';

const root = join(__dirname, '../../..');
/** Without comments: they may name what a source must not use. */
const sources = (folder: string): [string, string][] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [
      path.slice(root.length + 1),
      readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    ]);
const having = (pattern: RegExp, folder: string): string[] =>
  sources(folder).flatMap(([path, text]) => (pattern.test(text) ? [path] : []));

const calls = 'renderer/features/calls';

test('only a call ends itself: its parts ask it to; one whose hang-up came first begins as ended', () => {
  expect(having(/enter\(CallState\.Ended/, calls)).toEqual([
    `${calls}/webrtc/callEventHandler.ts`,
    `${calls}/webrtc/call/matrixCall.ts`,
  ]);
});

test('nothing reaches into a call: no private name of it is written from outside', () => {
  expect(
    having(/\b(call|this|deps)\.?\w*\[['"]\w+['"]\]\s*=[^=]|as unknown as/, `${calls}/webrtc`),
  ).toEqual([]);
});

test('the store, the contract and the engine know no media', () => {
  const media = /\b(MediaStream(Track)?|RTC[A-Z]\w+)\b/;
  for (const folder of ['renderer/app', 'preload', 'main', 'native-stores'])
    expect([folder, having(media, folder)]).toEqual([folder, []]);
});

test('no element that plays sound is muted', () => {
  const playing = sources(calls).flatMap(([path, text]) =>
    [...text.matchAll(/<audio\b[^>]*>/g)].map(([tag]) => [path, tag]),
  );
  expect(playing.map(([path]) => path)).toEqual([`${calls}/stage/Sound.tsx`]);
  expect(playing.filter(([, tag]) => /muted/.test(tag ?? ''))).toEqual([]);
  expect(having(/\.muted\s*=[^=]/, `${calls}/stage`)).toEqual([]);
});

test('a person counts once, whatever number of devices they are in a call with', () => {
  const device = (userId: string, deviceId: string) => ({ userId, deviceId });
  const [a, b] = ['@a:x', '@b:x'];
  expect(peopleIn([device(a, 'A'), device(b, 'B'), device(a, 'C')])).toBe(2);
  expect(peopleIn([])).toBe(0);
});
