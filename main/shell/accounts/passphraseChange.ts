// Changes the passphrase of this computer: for all profiles that the old one opens, one file after the other. Stores nothing.
import { appFailure } from '#contract/wire/errors';
import { errorCodeOf } from '../files/atomicFile';
import { resealed } from './keyStore';
import type { Passphrases } from './vault';

export interface PassphraseChangeDeps {
  readonly accounts: { list(): readonly string[]; folderOf(accountId: string): string };
  readonly passphrases: Pick<Passphrases, 'of' | 'changed'>;
}

export interface PassphraseChanged {
  readonly changed: number;
  /** Number of profiles with another passphrase, which stay as they are. */
  readonly others: number;
}

export type PassphraseChange = (old: string, next: string) => Promise<PassphraseChanged>;

/**
 * Changes do not overlap. They fail with `wrong_password` when the old one opens no profile; after `disk_full` and `disk_failed` both are
 * in use.
 */
export function createPassphraseChange(deps: PassphraseChangeDeps): PassphraseChange {
  const { accounts, passphrases } = deps;
  let running = false;

  /**
   * Keys that the old passphrase opens, sealed with the new one but not written, and the profiles that it does not open. One at a time:
   * each needs 128 MB of memory.
   */
  async function sealedAnew(old: string, next: string, done: ReadonlySet<string>) {
    const ready: { accountId: string; write: () => Promise<void> }[] = [];
    const others = new Set<string>();
    for (const accountId of accounts.list()) {
      if (done.has(accountId)) continue;
      const write = await resealed(accounts.folderOf(accountId), old, next);
      if (write === 'other') others.add(accountId);
      else if (write !== 'none') ready.push({ accountId, write });
    }
    return { ready, others };
  }

  async function change(old: string, next: string): Promise<PassphraseChanged> {
    const done = new Set<string>();
    let { ready, others } = await sealedAnew(old, next, done);
    if (ready.length === 0) throw appFailure('wrong_password', 'It opens no profile');
    // Until its own file is written, each is opened by the old one.
    for (const { accountId } of ready) passphrases.of(accountId).became(old);
    passphrases.changed(old, next);
    // Repeated while there are any: a new profile may have been sealed meanwhile, with the old one.
    while (ready.length > 0) {
      for (const { accountId, write } of ready) {
        await write();
        passphrases.of(accountId).became(next);
        done.add(accountId);
      }
      ({ ready, others } = await sealedAnew(old, next, done));
    }
    return { changed: done.size, others: others.size };
  }

  return async (old, next) => {
    if (running) throw appFailure('conflict', 'It is being changed');
    running = true;
    try {
      return await change(old, next);
    } catch (thrown) {
      const code = errorCodeOf(thrown);
      if (code === 'other') throw thrown;
      throw appFailure(code === 'ENOSPC' ? 'disk_full' : 'disk_failed', 'It could not be saved', {
        retryable: true,
      });
    } finally {
      running = false;
    }
  };
}
