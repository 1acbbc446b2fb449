// The modules that a window loads and evaluates before it paints its list, and those that it must not.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createI18n } from '#app/i18n';

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
  'shell/RoomPane.tsx',
  'timeline/RoomTimeline',
  'composer/Composer.tsx',
  'calls/center.ts',
  'node_modules/dompurify',
  'node_modules/linkifyjs',
  'node_modules/zod',
  'contract/wire/schema',
  'ui/overlays/MenuPanel',
  'ui/overlays/DialogBox',
  'stickers/StickerPanel',
];

/** Name words that stand in screens: what went wrong in them, a call that runs, the history of calls. */
const wordsOfScreens: ReadonlySet<string> = new Set([
  'renderer/app/errors.tsx',
  'renderer/features/calls/devices/useDeviceNews.ts',
  'renderer/features/calls/stage/floating/PopOut.tsx',
  'renderer/features/calls/history/callWords.ts',
]);

/** The sources of a source map. */
interface Sources {
  readonly sources: readonly string[];
}

const sourcesOf = (name: string): readonly string[] =>
  (JSON.parse(readFileSync(join(folder, `${name}.map`), 'utf8')) as Sources).sources;

const sizeOf = (name: string): number => statSync(join(folder, name)).size;

test('a window evaluates at most 601 kB of scripts before its list', () => {
  expect(scripts).toEqual(['renderer.js']);
  expect(sizeOf('renderer.js')).toBeLessThan(601_000);
});

test('the room beside the list is one script of at most 218 kB', () => {
  const parts = readdirSync(folder).filter(
    (name) =>
      existsSync(join(folder, `${name}.map`)) &&
      name.endsWith('.chunk.js') &&
      sourcesOf(name).some((one) => one.endsWith('shell/RoomPane.tsx')),
  );
  expect(parts).toEqual(['roomPart.chunk.js']);
  expect(sizeOf('roomPart.chunk.js')).toBeLessThan(218_000);
  const entry = readFileSync(join(folder, 'renderer.js'), 'utf8');
  const id = /(\d+):"roomPart"/.exec(entry)?.[1] ?? 'none';
  // No other script has to be there before the room is drawn, as the entry asks for it.
  const asked = new RegExp(`Promise\\.all\\(\\[[^\\]]*\\.e\\(${id}\\)[^\\]]*\\]`).exec(entry);
  expect(asked).toBeNull();
});

test('screens that are not the list are not in the entry', () => {
  const sources = sourcesOf('renderer.js');
  expect(sources.some((source) => source.includes('rooms/RoomListPane'))).toBe(true);
  for (const word of laterWords)
    expect(sources.filter((source) => source.includes(word))).toEqual([]);
});

/** A key of the words as it stands in a source, or what stands before the first of its parts that is made there. */
const keyIn = /['`]([a-zA-Z]+(?:\.[a-zA-Z_]+)+)(?=['`]|\.\$\{)/g;

test('what is drawn before the screens come has its words in the entry', () => {
  const { t } = createI18n('en');
  const locales = join(__dirname, '../../preload/contract/locales');
  const spaces = new Set(
    readdirSync(locales)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) =>
        Object.keys(JSON.parse(readFileSync(join(locales, name), 'utf8')) as object),
      )
      .map((key) => key.split('.')[0]),
  );
  const missing = sourcesOf('renderer.js')
    .map((source) => /\/(renderer\/(?:app|features|ui)\/.*\.tsx?)$/.exec(source)?.[1] ?? '')
    .filter((path) => path !== '' && !wordsOfScreens.has(path))
    .flatMap((path) =>
      [...readFileSync(join(__dirname, '../..', path), 'utf8').matchAll(keyIn)]
        .map(([, key = '']) => key)
        .filter((key) => spaces.has(key.split('.')[0]))
        .filter((key) => {
          const found: unknown = t(key as never, { returnObjects: true, count: 2 } as never);
          return found === key;
        })
        .map((key) => `${path}: ${key}`),
    );
  expect(missing).toEqual([]);
});
