// Finds changes of device lists that sync did not report: such a list stays wrong until it changes again, and a device that is missing in
// it can never read the messages. Asks the server for all changes since the last check.
import { Method, type MatrixClient } from 'matrix-js-sdk';
import { pushInbox } from '#stores/settings/inbox';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../../base/record';
import { deviceListsSeen } from '../../sync/cryptoSync';
import type { Backend } from '../backend';

export interface DeviceLists {
  /** Asks for the changes, and has the changed lists read again. */
  catchUp(): Promise<void>;
  /** Asks after the server was set back, because it does not report the changes of that time. After a failure the next sync asks again. */
  afterSync(): Promise<void>;
}

export interface DeviceListsDeps {
  readonly client: Pick<MatrixClient, 'http'>;
  readonly backend: Pick<Backend, 'track' | 'trackAnew'>;
  readonly store: Store;
  readonly inbox: () => Promise<void>;
}

const usersIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];

const isUnknownPosition = (thrown: unknown): boolean =>
  thrown instanceof Error && 'httpStatus' in thrown && thrown.httpStatus === 400;

export function createDeviceLists({ client, backend, store, inbox }: DeviceListsDeps): DeviceLists {
  const { db } = store;
  const here = (): string | null => getSetting<string>(db, 'nextBatch');
  const seen = (): string | null => getSetting<string>(db, deviceListsSeen);
  const start = here();
  if (seen() === null && start !== null) store.write(() => setSetting(db, deviceListsSeen, start));

  async function catchUp(): Promise<void> {
    const [from, to] = [seen(), here()];
    if (to === null) return;
    let answer: unknown = null;
    try {
      // The server was set back: any list may be another one.
      if (from === '') await backend.trackAnew();
      else if (from !== null)
        answer = await client.http.authedRequest(Method.Get, '/keys/changes', { from, to });
    } catch (thrown) {
      if (!isUnknownPosition(thrown)) throw thrown;
      // The server was restored from a copy, or keeps no news of that age: any list may be another one.
      await backend.trackAnew();
    }
    const { changed, left } = isRecord(answer) ? answer : {};
    const deviceLists = { changed: usersIn(changed), left: usersIn(left) };
    const isNews = deviceLists.changed.length + deviceLists.left.length > 0;
    store.write(() => {
      // The way of all news for the library: a kill loses none of it.
      if (isNews) pushInbox(db, { toDeviceEvents: [], deviceLists, nextBatch: to });
      setSetting(db, deviceListsSeen, to);
    });
    if (!isNews) return;
    await inbox();
    await backend.track([]);
  }

  let renewing = false;
  return {
    catchUp,
    async afterSync() {
      if (renewing || seen() !== '') return;
      renewing = true;
      try {
        await catchUp();
      } finally {
        renewing = false;
      }
    },
  };
}
