// The closure of a test file: its imports, the files that it names, and for tests that run the built app the whole product.
// Its hash tells whether a result still holds (results.cjs). Reads the disk only; a part that cannot be followed widens the closure.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { basename, dirname, extname, join, relative, resolve } = require('node:path');

const projectRoot = resolve(__dirname, '../..');
/** `#engine` → its absolute folder. @type {Record<string, string>} */
const folders = require(join(projectRoot, 'build/subpaths.cjs')).folders;

/** Folders that a bundle is made of. */
const productFolders = ['main/', 'native-stores/', 'preload/', 'renderer/', 'build/'];
/** A test that reaches one file of these starts a program that is made of all of them. */
const wholes = ['test/chromium-host/'];
/** Folders that the bundles of the engine are made of. */
const enginesFolders = productFolders.filter((folder) => folder !== 'renderer/');
/** Pictures and tools that no bundle and no test takes up. */
const besideTheProduct = ['build/readme/', 'build/check.mjs', 'build/knip.json'];
/** Files that every result depends on, and those that the runners' own settings include. */
const always = ['package-lock.json'];
const ofJest = ['test/jest.config.cjs', 'test/cssStub.cjs'];
const ofPlaywright = ['test/playwright.config.ts'];
/** Settings name folders of the whole project; that reaches nothing. */
const settings = ['test/jest.config.cjs', ...ofPlaywright];
const extensions = ['', '.ts', '.tsx', '.cjs', '.mjs', '.js', '.json', '/index.ts', '/index.tsx'];
const code = new Set(['.ts', '.tsx', '.cjs', '.mjs', '.js']);

const isSpec = (/** @type {string} */ file) => /^test\/.*\.spec\.ts$/.test(file);
const startsWithOne = (/** @type {string} */ file, /** @type {string[]} */ starts) =>
  starts.some((start) => file.startsWith(start));
const isProduct = (/** @type {string} */ file, folders = productFolders) =>
  startsWithOne(file, folders) && !startsWithOne(file, besideTheProduct);

/** @param {string} text without comment lines, so that a file named in prose is no reference */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '');

const imports =
  /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*|\bjest\.\w+\(\s*)(['"])([^'"\n]+)\1/g;
const literals = /(['"`])([^'"`\n]+)\1/g;

/**
 * @param {object} [options]
 * @param {string} [options.root]
 * @param {string[]} [options.files] the project's files; default: what git knows or would add
 */
function createClosures({ root = projectRoot, files } = {}) {
  const all = files ?? listFiles(root);
  const known = new Set(all);
  const allFolders = new Set(all.map((file) => dirname(file)));
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const file of all) {
    const name = basename(file);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  /** @type {Map<string, {reaches: Set<string>, widens: string[]}>} */
  const scanned = new Map();
  /** @type {Map<string, string>} */
  const hashes = new Map();
  /** @type {Map<string, Set<string>>} */
  const closures = new Map();

  /** @param {string} from @param {string} specifier */
  function resolveImport(from, specifier) {
    const [name = '', ...rest] = specifier.split('/');
    const folder = folders[name];
    const path =
      folder === undefined
        ? relative(root, resolve(root, dirname(from), specifier))
        : join(relative(projectRoot, folder), ...rest);
    const found = extensions.map((extension) => path + extension).find((one) => known.has(one));
    return found ?? [path.replace(/\.js$/, '.ts')].find((one) => known.has(one));
  }

  /** The names in one file: imports, scripts that it starts, folders that it reads. @param {string} file */
  function scan(file) {
    const before = scanned.get(file);
    if (before) return before;
    /** @type {{reaches: Set<string>, widens: string[]}} */
    const result = { reaches: new Set(), widens: [] };
    scanned.set(file, result);
    if (!code.has(extname(file))) return result;
    const text = withoutComments(readFileSync(join(root, file), 'utf8'));
    for (const [, , specifier = ''] of text.matchAll(imports)) {
      if (!/^[.#]/.test(specifier)) continue;
      const found = resolveImport(file, specifier);
      if (found) result.reaches.add(found);
    }
    // Only tests start scripts by name and read folders of the project; the product is bundled.
    if (!file.startsWith('test/')) return result;
    if (/process\.cwd\(\)/.test(text)) result.widens = productFolders;
    for (const [, , literal = ''] of text.matchAll(literals)) scanLiteral(file, literal, result);
    return result;
  }

  /** @param {string} file @param {string} literal @param {{reaches: Set<string>, widens: string[]}} result */
  function scanLiteral(file, literal, result) {
    if (/(^|\/)\.out($|\/)/.test(literal))
      result.widens = /^test\/(engine|support)\//.test(file) ? enginesFolders : productFolders;
    if (/^[./]+$/.test(literal)) {
      // The folder above: what is meant in it is named by the next words. The project itself is walked through.
      if (resolve(root, dirname(file), literal) === root) result.widens = productFolders;
      return;
    }
    const folder = relative(root, resolve(root, dirname(file), literal));
    if (allFolders.has(folder))
      for (const one of all) if (one.startsWith(`${folder}/`)) result.reaches.add(one);
    const name = basename(literal);
    if (!/^[\w.-]+\.[a-z]{2,5}$/.test(name)) return;
    const beside = join(dirname(file), literal);
    const named = known.has(beside) ? [beside] : (byName.get(name) ?? []);
    for (const one of named) result.reaches.add(one);
  }

  /** @param {string} file @returns {Set<string>} */
  function closureOf(file) {
    const before = closures.get(file);
    if (before) return before;
    /** @type {Set<string>} */
    const reached = new Set();
    const folders = new Set(isSpec(file) ? productFolders : []);
    const queue = [file, ...always, ...(isSpec(file) ? ofPlaywright : ofJest)];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (!known.has(next) || reached.has(next)) continue;
      if (next !== file && isTestFile(next)) continue;
      reached.add(next);
      if (settings.includes(next)) continue;
      const { reaches, widens } = scan(next);
      for (const folder of [...widens, ...wholes.filter((one) => next?.startsWith(one))])
        folders.add(folder);
      queue.push(...reaches);
    }
    for (const one of all) if (isProduct(one, [...folders])) reached.add(one);
    closures.set(file, reached);
    return reached;
  }

  /** @param {string} file */
  function hashOfFile(file) {
    const before = hashes.get(file);
    if (before) return before;
    const path = join(root, file);
    const content = existsSync(path) ? readFileSync(path) : 'gone';
    const hash = createHash('sha1').update(content).digest('hex');
    hashes.set(file, hash);
    return hash;
  }

  /** @param {Iterable<string>} some */
  function hashOf(some) {
    const hash = createHash('sha1');
    for (const file of [...some].sort()) hash.update(`${file}\0${hashOfFile(file)}\n`);
    return hash.digest('hex').slice(0, 20);
  }

  return {
    files: all,
    closureOf,
    /** Takes the state of the disk now; what is asked later is of this moment. */
    hashAll() {
      for (const file of all.filter(isTestFile)) hashOf(closureOf(file));
    },
    /** One hash for a test file and all that it reaches. @param {string} file */
    hashOf: (file) => hashOf(closureOf(file)),
    /**
     * The product of a spec by areas (a feature, a folder of the engine), and its own files as the area `test`.
     * @param {string} file
     * @returns {Record<string, string>}
     */
    areasOf(file) {
      /** @type {Map<string, string[]>} */
      const areas = new Map();
      for (const one of closureOf(file)) {
        const area = areaOf(one);
        areas.set(area, [...(areas.get(area) ?? []), one]);
      }
      return Object.fromEntries([...areas].map(([area, some]) => [area, hashOf(some)]));
    },
  };
}

/** The folder of the product that a file belongs to, as deep as features and the engine's parts go. @param {string} file */
function areaOf(file) {
  if (!isProduct(file)) return file.startsWith('test/') ? 'test' : 'project';
  const parts = dirname(file).split('/');
  return parts.slice(0, /^(renderer\/features|main\/engine)\//.test(file) ? 3 : 2).join('/');
}

/** @param {string} root */
function listFiles(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...new Set(text.split('\0').filter(Boolean))].filter((file) =>
    existsSync(join(root, file)),
  );
}

const isTestFile = (/** @type {string} */ file) => /^test\/.*\.(test|spec)\.tsx?$/.test(file);

module.exports = { createClosures, areaOf, isSpec, isTestFile };
