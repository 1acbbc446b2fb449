// What the window's bundle takes in place of the SDK's heavy modules, and the swaps in its call classes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientEvent } from 'matrix-js-sdk/lib/client';
import { RoomEvent } from 'matrix-js-sdk/lib/models/room';
import { RoomStateEvent } from 'matrix-js-sdk/lib/models/room-state';
import { SyncState } from 'matrix-js-sdk/lib/sync';

const { applySwaps } = require('../../build/callsSdk/swaps.cjs') as {
  applySwaps(path: string, source: string): string;
};

const light = (name: string): Record<string, string> => {
  const text = readFileSync(join(process.cwd(), 'build/callsSdk/light', name), 'utf8');
  const entries = [...text.matchAll(/(\w+): '([^']+)'/g)];
  return Object.fromEntries(entries.map(([, key, value]) => [key, value]));
};

test.each([
  ['client.mjs', ClientEvent],
  ['room.mjs', RoomEvent],
  ['room-state.mjs', RoomStateEvent],
  ['sync.mjs', SyncState],
])('%s has the words of the SDK', (name, real) => {
  const words = light(name);
  expect(Object.keys(words).length).toBeGreaterThan(0);
  expect(real).toMatchObject(words);
});

test('a swap that finds its text elsewhere than expected fails', () => {
  const path = '/x/node_modules/matrix-js-sdk/lib/webrtc/call.js';
  const source = readFileSync(require.resolve('matrix-js-sdk/lib/webrtc/call.js'), 'utf8');
  expect(applySwaps(path, source)).not.toContain('setTimeout(resolve, 200)');
  expect(() => applySwaps(path, source.replace('setTimeout(resolve, 200);', ''))).toThrow(
    'has changed, 1 instead of 2 places',
  );
  expect(applySwaps('/x/other.js', 'untouched')).toBe('untouched');
});
