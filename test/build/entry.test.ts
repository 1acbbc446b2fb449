// What a window loads and evaluates before it paints its list, and what it does not.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../.out/renderer');
const page = readFileSync(join(folder, 'index.html'), 'utf8');
const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, name]) => name ?? '');

/** Module texts that are read with their first use. */
const laterWords = [
  'files/place/FilesPlace',
  'settings/SettingsPlace',
  'login/LoginPage',
  'encryption/BackupPage',
  'calls/history/CallsPlace',
  'node_modules/pdfjs-dist',
  'node_modules/emojibase-data',
  'emoji/EmojiPanel',
];

/** Of a source map. */
interface Sources {
  readonly sources: readonly string[];
}

test('a window evaluates at most 1,170 kB of scripts before its list', () => {
  expect(scripts).toEqual(['renderer.js']);
  const bytes = scripts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(1_170_000);
});

test('screens that are not the list or a room are not in the entry', () => {
  const map = JSON.parse(readFileSync(join(folder, 'renderer.js.map'), 'utf8')) as Sources;
  expect(map.sources.some((source) => source.includes('rooms/RoomListPane'))).toBe(true);
  for (const word of laterWords)
    expect(map.sources.filter((source) => source.includes(word))).toEqual([]);
});
