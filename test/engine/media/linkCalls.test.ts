// The homeserver fetches a link's preview only for a reader who wants it, in a room without encryption.
import { setSetting } from '#stores/settings/settings';
import { linkCalls } from '#engine/contract/links/linkCalls';
import type { CallParts } from '#engine/contract/parts';
import { state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
let asked: number;
let times: (string | undefined)[];
beforeEach(() => {
  bench = roomBench();
  asked = 0;
  times = [];
});
afterEach(() => bench.temp.remove());

function calls() {
  const request = async (one: { query?: { ts?: string } }): Promise<unknown> => {
    asked += 1;
    times.push(one.query?.ts);
    return { 'og:title': 'Gauges' };
  };
  const network = { ready: async () => ({ http: { request } }) };
  const parts: unknown = { store: bench.temp.store, network };
  return linkCalls(parts as Pick<CallParts, 'store' | 'network'>);
}

const want = (on: boolean): void => {
  const { store } = bench.temp;
  store.write(() => setSetting(store.db, 'ui.links.previews', on));
};

const link = () => ({ roomId: bench.roomId, url: 'https://gauges.example/', sentAtMs: 1 });

test('CHAT-7.24 the server is asked once for a page, and not at all until the reader wants it', async () => {
  const { linkPreview } = calls();
  await expect(linkPreview(link())).rejects.toMatchObject({ error: { code: 'forbidden' } });
  want(true);
  const found = await Promise.all([linkPreview(link()), linkPreview(link())]);
  expect([found.map(({ preview }) => preview?.title), asked]).toEqual([['Gauges', 'Gauges'], 1]);
  want(false);
  await expect(linkPreview(link())).rejects.toMatchObject({ error: { code: 'forbidden' } });
  expect(asked).toBe(1);
});

test('CHAT-9.18 the time that is asked for is a whole minute, and what was found is kept by minute and address', async () => {
  want(true);
  const { linkPreview } = calls();
  const at = (sentAtMs: number) => linkPreview({ ...link(), sentAtMs });
  await at(120_000 + 59_999);
  await at(120_000);
  expect(times).toEqual(['120000']);
  await at(180_000);
  await linkPreview({ ...link(), url: 'https://other.example/', sentAtMs: 180_001 });
  expect(times).toEqual(['120000', '180000', '180000']);
});

test('in an encrypted room the server is never asked, whatever the reader wants elsewhere', async () => {
  want(true);
  bench.setState([state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' })]);
  await expect(calls().linkPreview(link())).rejects.toMatchObject({ error: { code: 'forbidden' } });
  expect(asked).toBe(0);
});
