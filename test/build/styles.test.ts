// The rules of the style sheets that a machine can look at.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

const sheets = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.startsWith('renderer/') && file.endsWith('.css'));

/** `p + p`, `* ~ a`, `:first-child + a`: what stands before the sign has neither class nor id. */
const bareSibling =
  /(?:^|[\s>,({])(?:[a-z][a-z0-9]*|\*|:[a-z-]+(?:\([^)]*\))?)(?::[a-z-]+(?:\([^)]*\))?)*\s*[+~]\s*[^\s=]/;

const selectorsOf = (sheet: string): string[] =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/[{};]/)
    .filter((part) => !part.includes('calc(') && !part.trimStart().startsWith('@'))
    .filter((part) => !/^\s*[a-z-]+\s*:\s/.test(part) && !part.includes('U+'));

test('no rule of siblings begins with a bare tag: the browser looks at every such element again when any row comes or goes', () => {
  expect(sheets.length).toBeGreaterThan(100);
  const found = sheets.flatMap((file) =>
    selectorsOf(readFileSync(join(root, file), 'utf8'))
      .filter((selector) => bareSibling.test(selector))
      .map((selector) => `${file}: ${selector.trim()}`),
  );
  expect(found).toEqual([]);
  expect(bareSibling.test('.body p + p')).toBe(true);
  expect(bareSibling.test('.add > :first-child:not(.topic) ~ button')).toBe(true);
  expect(bareSibling.test('.note + button')).toBe(false);
});

/** The text of a sheet without its comments. */
const rulesOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** Each line of the rules that has this, with its sheet. */
const linesWith = (pattern: RegExp, among = sheets): string[] =>
  among.flatMap((file) =>
    rulesOf(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('colours stand in tokens.css alone', () => {
  const raw =
    /#[0-9a-f]{3,8}\b(?=[^{]*;)|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?!from )|:\s*(white|black|gr[ae]y|red|green|blue|yellow|orange)\b/i;
  expect(raw.test('  color: #fff;')).toBe(true);
  expect(
    linesWith(
      raw,
      sheets.filter((file) => !file.endsWith('ui/styles/tokens.css')),
    ),
  ).toEqual([]);
});

test('sides are those of the text, not left and right', () => {
  const physical =
    /(^|[;{\s])([a-z-]+-(left|right)(-[a-z]+)*|left|right|float|clear)\s*:|text-align:\s*(left|right)/;
  expect(physical.test('  left: 0;')).toBe(true);
  expect(physical.test('  right: anchor(--panel left);')).toBe(true);
  expect(linesWith(physical)).toEqual([]);
});

/** The values of a shorthand: spaces within brackets part none. */
const valuesOf = (text: string): readonly string[] =>
  text.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];

test('no shorthand of four values names left and right apart', () => {
  const apart = (rule: string): boolean => {
    const [, text = ''] = /(?:padding|margin):([^;]*)/.exec(rule) ?? [];
    const [, right, , left] = valuesOf(text);
    return left !== undefined && left !== right;
  };
  expect(apart('padding: 2px calc(var(--a) - min(1px, 2px)) 0 4px')).toBe(true);
  expect(apart('margin: 0 4px 2px')).toBe(false);
  const found = sheets.flatMap((file) =>
    [...rulesOf(file).matchAll(/(?:padding|margin):[^;]*/g)]
      .filter(([rule]) => apart(rule))
      .map(([rule]) => `${file}: ${rule}`),
  );
  expect(found).toEqual([]);
});

test('under reduced motion nothing moves: times are tokens, or the sheet says what happens then', () => {
  const timed = /(transition|animation)[a-z-]*:.*[\s:][1-9.][0-9.]*m?s/;
  const silent = sheets.filter(
    (file) => timed.test(rulesOf(file)) && !rulesOf(file).includes('prefers-reduced-motion'),
  );
  // Waiting marks only appear, after their time: `0s` of moving.
  expect(linesWith(timed, silent).filter((line) => !/: \w+ 0s /.test(line))).toEqual([]);
  const tokens = rulesOf('renderer/ui/styles/tokens.css');
  const reduced =
    /@media \(prefers-reduced-motion: reduce\) \{([^@]*?)\n\}/.exec(tokens)?.[1] ?? '';
  const times = [...tokens.matchAll(/(--m-\w+): (?!0ms)/g)].map(([, name]) => name);
  expect(times.length).toBeGreaterThan(1);
  for (const name of times) expect(reduced).toContain(`${name}: 0ms;`);
});

test('waiting marks appear after 150 ms, words after 300 ms', () => {
  const spinner = rulesOf('renderer/ui/layout/Spinner.module.css');
  expect(spinner.match(/animation: appear 0s \d+ms/g)).toEqual([
    'animation: appear 0s 150ms',
    'animation: appear 0s 300ms',
  ]);
});

test('nothing is fixed inside the timeline, whose rows are moved by a transform', () => {
  const timeline = sheets.filter((file) => file.includes('features/timeline/'));
  expect(timeline.length).toBeGreaterThan(20);
  expect(linesWith(/position:\s*fixed/, timeline)).toEqual([]);
});

test('list and content take turns below one width, in the layout and in what is not layout', () => {
  const used = readFileSync(join(root, 'renderer/features/shell/useNarrow.ts'), 'utf8');
  const width = /\(max-width: [\d.]+px\)/.exec(used)?.[0] ?? 'none';
  const frame = rulesOf('renderer/features/shell/Frame.module.css');
  expect(frame).toMatch(/@container frame \(max-width: 719\.9px\) \{\s*\.panes\[data-turn/);
  expect(width).toBe('(max-width: 719.9px)');
});

test('a side panel covers its room below the same widths, in the layout and in what is not layout', () => {
  const used = readFileSync(join(root, 'renderer/features/shell/useNarrow.ts'), 'utf8');
  const panel = rulesOf('renderer/ui/layout/SidePanel.module.css');
  const [, pane] = /@container pane \(max-width: ([\d.]+)px\)/.exec(panel) ?? [];
  const [, frame] = /@container frame \(max-width: ([\d.]+)px\)/.exec(panel) ?? [];
  expect(used).toContain(`const pane = ${pane};`);
  expect(used).toContain(`'(max-width: ${frame}px)'`);
  const rails = [...rulesOf('renderer/ui/styles/tokens.css').matchAll(/--rail-w: (\d+)px/g)];
  const [usual, withWords] = rails.map(([, width]) => width);
  expect(used).toContain(`const rail = { usual: ${usual}, withWords: ${withWords} }`);
});

/** Words with which a fragment begins, such as "Beside the name." or "Grows with its text.": no subject, or no verb. */
const fragment =
  /^((What|Who|Whose|Whom|Whoever|Of|Where|Nobody|Nothing|As|For|So|At|On|Upon|Over|Under|Above|Below|Beside|Behind|Between|With|Within|From|Like|Clear|Close|Kept|Cut|Has|Opens|Begins|Ends|Stands|Gives|Takes|Runs|Grows|Contains|Also|Only where)\b|[a-z])/;

test('a comment of a sheet is a sentence: it does not begin as a fragment does', () => {
  const found = sheets
    // The tokens have a word beside each value.
    .filter((file) => !file.endsWith('ui/styles/tokens.css'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\/\*\s*([\s\S]*?)\s*\*\//g)]
        .map(([, text = '']) => text)
        .filter((text) => fragment.test(text))
        .map((text) => `${file}: ${text.slice(0, 60)}`),
    );
  expect(found).toEqual([]);
  expect(['Beside it.', 'for a name', 'What is kept.'].every((text) => fragment.test(text))).toBe(
    true,
  );
  expect(fragment.test('The name stays.')).toBe(false);
});
