// The health of encryption in an engine in memory.
import type { EncryptionHealth, HealthFix, HealthLine } from '#contract/areas/encryption/health';
import type { World } from './fakeEngine';
import { at, roomId } from '../fixtures';

export interface HealthWorld {
  health: EncryptionHealth;
}

const good: { cause: null; level: 'good'; fixes: HealthFix[] } = {
  ...{ cause: null, level: 'good', fixes: [] },
};
const stored: { about: 'secret'; here: true; stored: true } & typeof good = {
  ...{ about: 'secret', here: true, stored: true, ...good },
};

export const healthyLines: readonly HealthLine[] = [
  { about: 'store', ...good },
  { about: 'identity', ...good },
  { about: 'device', ...good },
  { ...stored, secret: 'master' },
  { ...stored, secret: 'self_signing' },
  { ...stored, secret: 'user_signing' },
  { ...stored, secret: 'backup' },
  { about: 'recovery', phrase: false, ...good },
  { about: 'backup', version: '3', byIdentity: true, byKey: true, ...good },
  { about: 'upload', waiting: 0, total: 18_332, ...good },
  { about: 'other', deviceId: null, name: null, ...good },
  { about: 'messages', count: 0, first: null, ...good },
  { about: 'clock', offMs: 400, ...good },
];

/** These stand in the place of the first line of their kind. */
export const withLines = (...lines: readonly HealthLine[]): EncryptionHealth => ({
  checkedAtMs: at(10, 41),
  lines: [
    ...healthyLines.filter(({ about }) => !lines.some((one) => one.about === about)),
    ...lines,
  ],
});

export const brokenHealth = withLines(
  {
    ...{ about: 'other', deviceId: 'OLDPHONE', name: 'Old phone', cause: 'unsigned' },
    ...{ level: 'warning', fixes: ['verify', 'sign_out'] },
  },
  {
    ...{ about: 'backup', cause: 'foreign', version: '4', byIdentity: false, byKey: false },
    ...{ level: 'bad', fixes: ['new_backup', 'unlock'] },
  },
  {
    ...{ about: 'upload', cause: null, level: 'working', waiting: 1204, total: 18_332 },
    fixes: [],
  },
  {
    ...{ about: 'messages', cause: 'withheld', count: 12, level: 'warning', fixes: ['restore'] },
    first: { roomId: roomId('larkfield'), eventId: '$withheld' },
  },
  {
    ...{ about: 'messages', cause: 'malformed', count: 1, level: 'note', fixes: [] },
    first: { roomId: roomId('larkfield'), eventId: '$malformed' },
  },
  {
    ...{ about: 'clock', cause: 'behind', level: 'bad', offMs: -7_200_000, fixes: ['check'] },
  },
);

const locked: { level: 'bad'; fixes: HealthFix[] } = { level: 'bad', fixes: ['unlock'] };

/** Started over on another device. */
export const replacedHealth = withLines(
  { about: 'identity', cause: 'replaced', ...locked },
  { about: 'device', cause: 'unsigned', ...locked },
);

const toSetUp: { level: 'bad'; fixes: HealthFix[] } = { level: 'bad', fixes: ['set_up'] };
const onlyHere: {
  about: 'secret';
  here: true;
  stored: false;
  cause: 'not_stored';
} & typeof toSetUp = {
  ...{ about: 'secret', here: true, stored: false, cause: 'not_stored' },
  ...toSetUp,
};

/** An account that has no secure backup yet. */
export const bareHealth = withLines(
  { ...onlyHere, secret: 'master' },
  { ...onlyHere, secret: 'self_signing' },
  { ...onlyHere, secret: 'user_signing' },
  { about: 'recovery', phrase: false, cause: 'none', ...toSetUp },
  { about: 'backup', version: null, byIdentity: false, byKey: false, cause: 'none', ...toSetUp },
  {
    ...{ about: 'upload', cause: 'no_backup', level: 'warning', waiting: 12, total: 12 },
    fixes: [],
  },
);

export const exampleHealth = (): HealthWorld => ({ health: withLines() });

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

const mended = (_input: unknown, { update }: Context): Record<string, never> => {
  update(exampleHealth());
  return {};
};

export const healthDefaults = {
  repairEncryption: ({ fix }: { readonly fix: string }, context: Context) => {
    if (fix === 'restore') mended(null, context);
    return { decrypted: fix === 'restore' ? 12 : 0 };
  },
  replaceBackup: mended,
  renewDevice: mended,
};
