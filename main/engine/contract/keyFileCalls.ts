// Room keys into a file of the user's, and out of one.
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { appFailure } from '#contract/wire/errors';
import { broken } from '../base/unexpected';
import { takeInBatches } from '../crypto/retireDevice';
import { placeFailure } from '../media/places';
import type { CallParts, Calls } from './parts';

/** Loaded when it is needed: it brings the wasm of the library, for which no start waits. */
const keyFile = () => import('../crypto/keyFile');

/** Half a million keys. */
const longestFile = 256 * 1024 * 1024;

export function keyFileCalls({ network, media }: Pick<CallParts, 'network' | 'media'>) {
  const crypto = async () => {
    const { crypto: found } = await network.ready();
    if (found === null) throw broken('Encryption is not available');
    return found;
  };

  /** Writes the file whole, or not at all; other users of this computer may not read it. */
  async function write(path: string, text: string): Promise<void> {
    const partial = `${path}.trellis-${randomBytes(4).toString('hex')}`;
    try {
      await writeFile(partial, text, { mode: 0o600, flag: 'wx' });
      await rename(partial, path);
    } catch (thrown) {
      // The partial file stays when it cannot be deleted; the first failure is reported.
      await rm(partial, { force: true }).catch(() => undefined);
      throw placeFailure(thrown);
    }
  }

  async function read(path: string): Promise<string> {
    try {
      if ((await stat(path)).size > longestFile)
        throw appFailure('too_large', 'The file is too large');
      return await readFile(path, 'utf8');
    } catch (thrown) {
      throw placeFailure(thrown);
    }
  }

  return {
    async exportKeys({ ticket, passphrase }) {
      const { path } = media.staging.takeTarget(ticket);
      const json = await (await crypto()).exportRoomKeys();
      const { countKeys, sealKeys } = await keyFile();
      await write(path, sealKeys(json, passphrase));
      return { keys: countKeys(json) };
    },
    async importKeys({ ticket, passphrase }) {
      // Looked at, not used up: another passphrase may be tried.
      const source = media.staging.peek(ticket);
      if (source?.path == null) throw appFailure('ticket_invalid', 'The file is not known');
      // The library that opens the file is loaded with the rest: a starting engine would call every passphrase wrong.
      const { importRoomKeys, retryDecryption } = await crypto();
      const { countKeys, openKeys } = await keyFile();
      const json = openKeys(await read(source.path), passphrase);
      const keys = countKeys(json);
      await takeInBatches(json, importRoomKeys);
      await retryDecryption(null);
      return { keys };
    },
  } satisfies Partial<Calls>;
}
