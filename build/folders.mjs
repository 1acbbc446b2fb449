// Which folders may import which, for the lint zones (eslint.config.mjs) and for what READMEs say of it: the sentence "May import" in each
// folder of the engine, the list in native-stores/README.md (test/build/readmes.test.ts holds all of it together). A folder imports
// only what stands above it in its list, so there are no circles.

/** Folder → the folders, and files, beside it that it may import. Lowest first. */
const engine = {
  base: [],
  reader: [],
  http: ['base'],
  account: ['base', 'http'],
  events: ['base'],
  server: ['base', 'http'],
  media: ['base', 'events', 'http'],
  packs: ['base', 'events', 'media'],
  kinds: ['base', 'events', 'media', 'packs'],
  rooms: ['base', 'events', 'http', 'kinds', 'media'],
  administer: ['base', 'events', 'http', 'packs', 'rooms'],
  timeline: ['base', 'events', 'http', 'kinds', 'rooms'],
  threads: ['base', 'events', 'http', 'kinds', 'rooms', 'server', 'timeline'],
  directory: ['base', 'events', 'http', 'rooms', 'server', 'threads', 'timeline'],
  send: ['base', 'events', 'http', 'packs', 'rooms'],
  scheduled: ['base', 'http', 'rooms', 'send', 'server'],
  sync: ['base', 'events', 'http', 'rooms', 'server'],
  crypto: ['base', 'events', 'http', 'kinds', 'sync'],
  devices: ['base', 'events', 'http'],
  self: ['account', 'base', 'events', 'http', 'server'],
  identity: ['account', 'base', 'http'],
  serverAdmin: ['base', 'events', 'http'],
  linking: ['account', 'base', 'http'],
  push: ['base', 'events', 'http', 'kinds', 'rooms', 'sync', 'threads'],
  calls: ['base', 'crypto', 'events', 'http', 'kinds', 'rooms', 'server', 'sync'],
  files: [...['base', 'crypto', 'events', 'http', 'kinds', 'media', 'rooms', 'send', 'timeline']],
  views: ['base', 'events', 'files', 'kinds', 'packs', 'push', 'rooms', 'threads'],
  search: ['base', 'events', 'http', 'kinds', 'media', 'reader', 'rooms', 'views', 'desktop.ts'],
  messageActs: ['base', 'events', 'http', 'kinds', 'packs', 'rooms', 'views'],
  kept: ['base', 'events', 'http', 'push', 'views'],
  notified: ['base', 'events', 'files', 'http', 'network.ts', 'rooms', 'threads', 'views'],
  transfers: [
    ...['base', 'events', 'files', 'http', 'kinds', 'media', 'views', 'desktop.ts', 'network.ts'],
  ],
  exports: ['base', 'media', 'transfers'],
  contract: [
    ...['account', 'administer', 'base', 'calls', 'crypto', 'devices', 'directory'],
    ...[
      'events',
      'exports',
      'files',
      'identity',
      'kept',
      'linking',
      'media',
      'messageActs',
      'notified',
      'packs',
      'push',
      'rooms',
      'scheduled',
      'search',
      'self',
      'send',
      'server',
      'serverAdmin',
    ],
    ...[
      'sync',
      'threads',
      'timeline',
      'transfers',
      'views',
      'deps.ts',
      'desktop.ts',
      'network.ts',
      'online.ts',
    ],
  ],
};

/** The same for the stores; `native-stores/README.md` describes the folders. */
const stores = {
  sqlite: [],
  indexeddb: ['sqlite'],
  events: ['sqlite'],
  settings: ['sqlite'],
  calls: ['sqlite'],
  media: ['settings', 'sqlite'],
  outbox: ['events', 'settings', 'sqlite'],
  rooms: ['events', 'sqlite'],
  files: ['events', 'rooms', 'sqlite'],
  transfers: ['outbox', 'sqlite'],
  search: ['events', 'rooms', 'settings', 'sqlite'],
  projections: ['events', 'files', 'rooms', 'search', 'sqlite'],
  ingest: ['events', 'files', 'media', 'outbox', 'projections', 'rooms', 'settings', 'sqlite'],
  migrations: ['projections', 'sqlite'],
  profile: ['migrations', 'outbox', 'sqlite'],
};

/** The parts of the product that are divided: path → its table. */
export const floors = { 'main/engine': engine, 'native-stores': stores };

/** Lint zones: from each folder, everything beside it that its list does not name. */
export const floorZones = Object.entries(floors).flatMap(([base, folders]) =>
  Object.entries(folders).map(([name, allowed]) => ({
    target: `./${base}/${name}`,
    from: `./${base}`,
    except: [name, ...allowed].map((one) => `./${one}`),
    message: `build/folders.mjs does not let ${name} import this.`,
  })),
);

/** The sentence of a README on each folder: [path of the folder, README, words in it]. Folders of the stores share one README, with a list. */
export const sentences = Object.entries(floors).flatMap(([base, folders]) =>
  Object.entries(folders).map(([name, allowed]) => {
    const list = allowed.length === 0 ? 'nothing' : allowed.map((one) => `\`${one}\``).join(', ');
    return base === 'native-stores'
      ? [`${base}/${name}`, `${base}/README.md`, `- \`${name}\` (${list}): `]
      : [`${base}/${name}`, `${base}/${name}/README.md`, `**May import** beside it: ${list}.`];
  }),
);
