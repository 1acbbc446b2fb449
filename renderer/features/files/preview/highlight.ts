// Colours for code, as tokens: no HTML strings, no wasm, no code from strings. Loaded with the first file that needs it; each language
// is a chunk of its own.
import type {
  GrammarState,
  HighlighterCore,
  LanguageRegistration,
  ThemedTokenWithVariants,
} from 'shiki/core';

export interface Token {
  readonly text: string;
  readonly light: string | undefined;
  readonly dark: string | undefined;
}

const languages: Readonly<Record<string, () => Promise<{ default: LanguageRegistration[] }>>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  bat: () => import('shiki/langs/bat.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  less: () => import('shiki/langs/less.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  makefile: () => import('shiki/langs/make.mjs'),
  matlab: () => import('shiki/langs/matlab.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

/** `language: its extensions`; a language's own name counts too. */
const extensions: Readonly<Record<string, string>> = {
  bash: 'sh zsh fish bashrc profile',
  bat: 'cmd',
  c: 'h',
  cpp: 'cc cxx hpp hh ino',
  csharp: 'cs',
  diff: 'patch',
  docker: 'dockerfile containerfile',
  graphql: 'gql',
  html: 'htm xhtml shtml',
  ini: 'cfg conf properties desktop service env editorconfig',
  javascript: 'js mjs cjs jsx',
  json: 'map webmanifest geojson ipynb',
  jsonc: 'json5',
  kotlin: 'kt kts',
  latex: 'tex sty cls bib',
  makefile: 'mk make',
  perl: 'pl pm',
  powershell: 'ps1 psm1',
  python: 'py pyw pyi',
  ruby: 'rb gemspec rake',
  rust: 'rs',
  scala: 'sc sbt',
  typescript: 'ts mts cts',
  xml: 'svg xsl xslt xsd plist rss atom mml kml gpx',
  yaml: 'yml',
};

const byExtension: ReadonlyMap<string, string> = new Map([
  ...Object.keys(languages).map((name) => [name, name] as const),
  ...Object.entries(extensions).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, language] as const),
  ),
]);

/** Null: shown as plain text. Files without an extension go by their name, as `Dockerfile` does. */
export const languageOf = (name: string, extension: string): string | null =>
  byExtension.get(extension === '' ? name.toLowerCase() : extension) ?? null;

// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk and its grammars
let shared: Promise<HighlighterCore> | null = null;

async function highlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ]);
  return createHighlighterCore({
    themes: [import('shiki/themes/light-plus.mjs'), import('shiki/themes/dark-plus.mjs')],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

const linesAtOnce = 40;
/** A grammar that takes longer than this for a file is given up: the rest stays plain, and the window answers all the time. */
const budgetMs = 4_000;

const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** Lines of tokens, as far as the time goes; throws when the language cannot be loaded. */
export async function highlight(text: string, language: string): Promise<readonly Token[][]> {
  const load = languages[language];
  if (load === undefined) throw new Error('no such language');
  shared ??= highlighter();
  const core = await shared;
  if (!core.getLoadedLanguages().includes(language))
    await core.loadLanguage(...(await load()).default);
  const lines = text.split('\n');
  const done: Token[][] = [];
  let grammarState: GrammarState | undefined;
  let spentMs = 0;
  for (let from = 0; from < lines.length && spentMs < budgetMs; from += linesAtOnce) {
    const started = performance.now();
    const part = core.codeToTokensWithThemes(lines.slice(from, from + linesAtOnce).join('\n'), {
      lang: language,
      themes: { light: 'light-plus', dark: 'dark-plus' },
      tokenizeMaxLineLength: 2_000,
      // The limit for one line; the first one also compiles the grammar's expressions.
      tokenizeTimeLimit: 1_500,
      ...(grammarState === undefined ? {} : { grammarState }),
    });
    grammarState = core.getLastGrammarState(part);
    done.push(...part.map((line) => line.map(tokenOf)));
    spentMs += performance.now() - started;
    await turn();
  }
  const rest = lines.slice(done.length).map((line) => [plain(line)]);
  return [...done, ...rest];
}

const plain = (text: string): Token => ({ text, light: undefined, dark: undefined });

const tokenOf = ({ content, variants }: ThemedTokenWithVariants): Token => ({
  text: content,
  light: variants['light']?.color,
  dark: variants['dark']?.color,
});
