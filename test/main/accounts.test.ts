import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccounts } from '../../main/shell/accounts/accounts';
import { keptLog, removeFolders, temporaryFolder } from './fakes';

const open = (userData: string) => openAccounts({ userData, log: keptLog().log });
const listed = (userData: string): unknown =>
  JSON.parse(readFileSync(join(userData, 'accounts.json'), 'utf8'));
const folders = (userData: string): string[] => readdirSync(join(userData, 'accounts')).sort();

afterEach(removeFolders);

test('a fresh profile is kept only after somebody signed in', async () => {
  const userData = temporaryFolder();
  const accounts = await open(userData);
  const kept = await accounts.create();
  const abandoned = await accounts.create();
  expect(kept).toMatch(/^[a-z0-9]{10}$/);
  await accounts.register(kept);
  await accounts.register(kept);
  expect([accounts.list(), accounts.active(), accounts.isRegistered(abandoned)]).toEqual([
    [kept, abandoned],
    kept,
    false,
  ]);
  expect(listed(userData)).toEqual({ version: 1, active: kept, accounts: [kept] });
  // The next start deletes a profile without a session, like after a crash.
  const next = await open(userData);
  expect([next.list(), next.active(), folders(userData)]).toEqual([[kept], kept, [kept]]);
});

test('at quit fresh profiles go at once', async () => {
  const userData = temporaryFolder();
  const accounts = await open(userData);
  await accounts.create();
  await accounts.discardFresh();
  expect([accounts.list(), folders(userData)]).toEqual([[], []]);
});

test('a sign-out that was cut is known at the next start, and deletes nothing by itself', async () => {
  const userData = temporaryFolder();
  const accounts = await open(userData);
  const [first, second] = [await accounts.create(), await accounts.create()];
  await accounts.register(first);
  await accounts.register(second);
  await accounts.leave(first, true);
  await accounts.leave(second, true);
  await accounts.leave(second, false);
  const next = await open(userData);
  expect([next.list().length, next.wasLeaving(first), next.wasLeaving(second)]).toEqual([
    2,
    true,
    false,
  ]);
  // The engine found somebody signed in.
  await next.leave(first, false);
  const after = await open(userData);
  expect([after.list().length, after.wasLeaving(first)]).toEqual([2, false]);
});

test('removing deletes the folder; cut off at any point, the next start still has a whole account or none', async () => {
  const userData = temporaryFolder();
  const accounts = await open(userData);
  const [first, second] = [await accounts.create(), await accounts.create()];
  await accounts.register(first);
  await accounts.register(second);
  await accounts.setActive(second);
  await accounts.remove(second);
  expect([accounts.list(), accounts.active(), folders(userData)]).toEqual([
    [first],
    first,
    [first],
  ]);
  // Marked, but still listed: the removal was cut off before it counted.
  writeFileSync(join(accounts.folderOf(first), 'discard'), '');
  const again = await open(userData);
  expect([again.list(), existsSync(join(accounts.folderOf(first), 'discard'))]).toEqual([
    [first],
    false,
  ]);
  // Marked and no longer listed: finished now.
  writeFileSync(join(accounts.folderOf(first), 'discard'), '');
  writeFileSync(join(userData, 'accounts.json'), '{"version":1,"active":null,"accounts":[]}');
  expect([(await open(userData)).list(), folders(userData)]).toEqual([[], []]);
});

test('a missing or damaged list loses nobody', async () => {
  for (const content of [
    null,
    '',
    '{',
    '{"version":9}',
    '{"version":1,"active":null,"accounts":["../../etc"]}',
  ]) {
    const userData = temporaryFolder();
    const accounts = await open(userData);
    const kept = await accounts.create();
    await accounts.register(kept);
    const fresh = await accounts.create();
    const other = join(userData, 'accounts', 'Not-An-Account');
    mkdirSync(other);
    if (content === null) rmSync(join(userData, 'accounts.json'));
    else writeFileSync(join(userData, 'accounts.json'), content);
    const next = await open(userData);
    expect([next.list(), next.active(), folders(userData)]).toEqual([
      [kept],
      kept,
      ['Not-An-Account', fresh, kept].sort(),
    ]);
  }
});

test('an unlisted folder without a mark is an account', async () => {
  const userData = temporaryFolder();
  const accounts = await open(userData);
  const kept = await accounts.create();
  await accounts.register(kept);
  writeFileSync(join(userData, 'accounts.json'), '{"version":1,"active":null,"accounts":[]}');
  expect((await open(userData)).list()).toEqual([kept]);
});
