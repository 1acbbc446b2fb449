// The list of profiles (D7, D8): `accounts.json` with opaque ids and their order, one folder each. Never user ids, never Matrix data.
// Deletes only folders that have its own mark and that a readable `accounts.json` does not list.
import { randomInt } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from '../files/atomicFile';
import type { Log } from '../logs';

const idPattern = /^[a-z0-9]{10}$/;

const AccountsFile = z.object({
  version: z.literal(1),
  active: z.string().nullable(),
  accounts: z.array(z.string().regex(idPattern)),
});

export interface Accounts {
  /** Registered profiles in order, then fresh ones where no user has signed in yet. */
  list(): readonly string[];
  active(): string | null;
  has(accountId: string): boolean;
  isRegistered(accountId: string): boolean;
  folderOf(accountId: string): string;
  /** A fresh folder, marked for deletion until {@link Accounts.register}. */
  create(): Promise<string>;
  /** A user has signed in: the profile is kept from now on. */
  register(accountId: string): Promise<void>;
  setActive(accountId: string): Promise<void>;
  /** The user signs out of the profile; false: the sign-out failed. After a crash {@link Accounts.wasLeaving} decides. */
  leave(accountId: string, leaving: boolean): Promise<void>;
  /** An earlier run ended during a sign-out: the folder is deleted if its engine is signed out, else it stays. */
  wasLeaving(accountId: string): boolean;
  /** Deletes the folder. The caller has stopped its engine. */
  remove(accountId: string): Promise<void>;
  /** Deletes the fresh folders; to be called at quit. */
  discardFresh(): Promise<void>;
}

export interface AccountsDeps {
  readonly userData: string;
  readonly log: Log;
}

/** A folder with this file may be deleted at start; one without it is an account, listed or not. */
const mark = 'discard';
/** Content of the file during a sign-out: the profile's engine decides whether the folder is deleted. */
const leavingMark = 'leaving';
/** Content of the file for a removed account: its folder is deleted even if the account is listed. */
const removedMark = 'removed';
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const newId = (): string =>
  Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('');

async function filterAsync<T>(
  items: readonly T[],
  keeps: (item: T) => Promise<boolean>,
): Promise<T[]> {
  const kept = await Promise.all(items.map(keeps));
  return items.filter((_item, at) => kept[at]);
}

export async function openAccounts({ userData, log }: AccountsDeps): Promise<Accounts> {
  const root = join(userData, 'accounts');
  const file = join(userData, 'accounts.json');
  const folderOf = (accountId: string): string => join(root, accountId);
  const marked = (accountId: string): Promise<boolean> =>
    stat(join(folderOf(accountId), mark)).then(
      () => true,
      () => false,
    );
  const writeMark = async (accountId: string, text = ''): Promise<void> => {
    const handle = await open(join(folderOf(accountId), mark), 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  const says = (text: string) => (accountId: string) =>
    readFile(join(folderOf(accountId), mark), 'utf8').then(
      (found) => found === text,
      () => false,
    );
  const unmark = (accountId: string): Promise<void> =>
    rm(join(folderOf(accountId), mark), { force: true });
  const discard = async (accountId: string): Promise<void> => {
    await rm(folderOf(accountId), { recursive: true, force: true, maxRetries: 3 }).catch(() => {
      // It is marked: the next start tries again.
      log.warn('a profile folder could not be deleted');
    });
  };

  await mkdir(root, { recursive: true, mode: 0o700 });
  const folders = (await readdir(root)).filter((name) => idPattern.test(name)).sort();
  const found = await readJson(file);
  const parsed = AccountsFile.safeParse(found.state === 'ok' ? found.data : null);
  let registered: string[];
  let active: string | null;
  if (parsed.success) {
    registered = parsed.data.accounts.filter((accountId) => folders.includes(accountId));
    active = parsed.data.active;
  } else {
    // Missing or damaged while profiles exist: the folders are the truth.
    if (found.state !== 'missing') {
      log.warn('accounts file is damaged, rebuilt from the folders');
      // Kept only for inspection.
      await rename(file, `${file}.damaged`).catch(() => undefined);
    }
    registered = [];
    active = null;
  }
  for (const accountId of folders.filter((id) => !registered.includes(id))) {
    if (!(await marked(accountId))) registered.push(accountId);
    else if (parsed.success) await discard(accountId);
  }
  // With a damaged list no folder is deleted.
  const removed = parsed.success ? await filterAsync(registered, says(removedMark)) : [];
  registered = registered.filter((accountId) => !removed.includes(accountId));
  for (const accountId of removed) await discard(accountId);
  const cutOff = new Set(await filterAsync(registered, says(leavingMark)));
  const others = registered.filter((accountId) => !cutOff.has(accountId));
  // Another mark on a listed profile is a removal that was interrupted before it counted.
  for (const accountId of others) await unmark(accountId).catch(() => undefined);
  if (active === null || !registered.includes(active)) active = registered[0] ?? null;
  const fresh: string[] = [];

  let saving: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    const data = {
      version: 1,
      active: active !== null && registered.includes(active) ? active : null,
      accounts: registered,
    };
    // The caller that saved before gets its failure.
    saving = saving.catch(() => undefined).then(() => writeJson(file, data));
    return saving;
  };

  return {
    list: () => [...registered, ...fresh],
    active: () => active,
    has: (accountId) => registered.includes(accountId) || fresh.includes(accountId),
    isRegistered: (accountId) => registered.includes(accountId),
    folderOf,
    create: async () => {
      const accountId = newId();
      await mkdir(folderOf(accountId), { mode: 0o700 });
      await writeMark(accountId);
      fresh.push(accountId);
      return accountId;
    },
    register: async (accountId) => {
      const at = fresh.indexOf(accountId);
      if (at < 0) return;
      fresh.splice(at, 1);
      registered.push(accountId);
      active ??= accountId;
      // The mark is removed first: a folder without one is kept, whatever happens to the list.
      await unmark(accountId);
      await save();
    },
    setActive: async (accountId) => {
      active = accountId;
      await save();
    },
    leave: async (accountId, leaving) => {
      if (!registered.includes(accountId)) return;
      cutOff.delete(accountId);
      if (leaving) await writeMark(accountId, leavingMark);
      else await unmark(accountId);
    },
    wasLeaving: (accountId) => cutOff.has(accountId),
    remove: async (accountId) => {
      cutOff.delete(accountId);
      // Marked before it leaves the list: after a crash in between, the next start completes the removal.
      await writeMark(accountId, removedMark).catch(() => undefined);
      registered = registered.filter((id) => id !== accountId);
      if (fresh.includes(accountId)) fresh.splice(fresh.indexOf(accountId), 1);
      if (active === accountId) active = registered[0] ?? null;
      await save();
      await discard(accountId);
    },
    discardFresh: async () => {
      for (const accountId of fresh.splice(0)) await discard(accountId);
    },
  };
}
