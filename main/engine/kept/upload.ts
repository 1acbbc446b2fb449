// Uploads what waits for the account data (saved messages, the choice to be away), so that other devices of the account have it: items first,
// then the index that names them.
import {
  accountDataOut,
  putAccountDataOut,
  settleAccountDataOut,
} from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { expected, reported } from '../base/unexpected';
import { errcodeOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { indexType, nextIndex, staleIndex, type Content } from './items';

export interface KeptUpload {
  /** Uploads what waits, one after the other; failed ones are tried at the next call. To be called after each sync. */
  look(): void;
  stop(): void;
}

export interface KeptUploadDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly ownUserId: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export function createKeptUpload(deps: KeptUploadDeps): KeptUpload {
  const { http, store, ownUserId, clock, log } = deps;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  /** The stale index that was looked at last. */
  let mended: string | null = null;

  const put = (type: string, body: Content): Promise<unknown> =>
    http.request({
      method: 'PUT',
      path: path`/user/${ownUserId}/account_data/${type}`,
      body,
      retry: 'limited',
    });

  async function serverIndex(): Promise<Content | null> {
    try {
      return await http.request<Content>({
        method: 'GET',
        path: path`/user/${ownUserId}/account_data/${indexType}`,
        retry: 'limited',
      });
    } catch (thrown) {
      if (errcodeOf(thrown) === 'M_NOT_FOUND') return null;
      throw thrown;
    }
  }

  /** Uploads one item; answers the new content, or null when the server's index needed no change. */
  async function tell(type: string, waiting: string): Promise<Content | null> {
    const content =
      type === indexType
        ? nextIndex(store.db, await serverIndex(), clock.now())
        : (JSON.parse(waiting) as Content);
    if (content !== null) await put(type, content);
    return content;
  }

  /** The server will always refuse it: it stays on this computer. */
  const isRefused = (thrown: unknown): boolean => {
    const error = expected(thrown);
    return error !== null && ['bad_request', 'too_large', 'forbidden'].includes(error.code);
  };

  async function run(): Promise<void> {
    // The index, whose type sorts after those of all items, is uploaded last.
    const waiting = [...accountDataOut(store.db)].sort(
      ([a], [b]) => Number(a === indexType) - Number(b === indexType),
    );
    for (const [type, content] of waiting) {
      if (stopped) return;
      let there: Content | null = null;
      try {
        there = await tell(type, content);
      } catch (thrown) {
        if (!isRefused(thrown)) throw thrown;
        log.warn('account data refused', { index: type === indexType });
        if (type !== indexType) there = JSON.parse(content) as Content;
      }
      if (stopped) return;
      store.write((changes) => {
        settleAccountDataOut(store.db, type, content, there);
        changes.topic('kept');
      });
    }
  }

  /** Another device may have written the index just before it heard of a deletion. Once for each such index. */
  function mendIndex(): void {
    const stale = accountDataOut(store.db).size === 0 ? staleIndex(store.db) : null;
    if (stale === null || stale === mended) return;
    mended = stale;
    store.write((changes) => {
      putAccountDataOut(store.db, indexType, { changed_ts: clock.now() });
      changes.topic('kept');
    });
  }

  function look(): void {
    if (stopped) return;
    if (running !== null) {
      again = true;
      return;
    }
    if (accountDataOut(store.db).size === 0) return;
    running = run()
      .catch(reported(log, 'saved messages'))
      .finally(() => {
        running = null;
        if (!again) return;
        again = false;
        look();
      });
  }

  const off = store.onCommit(({ topics }) => {
    const fromServer = topics.has('accountData');
    if (fromServer || topics.has('kept')) mendIndex();
    if (topics.has('kept')) look();
  });

  return {
    look,
    stop() {
      stopped = true;
      off();
    },
  };
}
