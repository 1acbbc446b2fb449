// The versions that a moved file takes along where their messages come only when it is moved: decryption looks at them a moment later.
import { movedFrom } from '#engine/transfers/work/history';
import { setPlain, setUndecryptable } from '#stores/ingest/decryption';
import { getEvent } from '#stores/events/timeline';
import { bob, encrypted } from '../../fixtures/events';
import { entry, fileContent } from '../../fixtures/files';
import { filesBench, type FilesBench } from '../files/bench';

const garden = '!garden:example.org';
let bench: FilesBench;
let gardenNo: number;
beforeEach(() => {
  bench = filesBench();
  gardenNo = bench.directory(garden, 'Garden');
});
afterEach(() => bench.temp.remove());

const numberOf = (id: string): number => getEvent(bench.temp.store.db, gardenNo, id)?.eventNo ?? -1;
const sealed = (id: string, relation?: Record<string, unknown>) =>
  encrypted('s', { id, sender: bob }, relation);
const over = (id: string) => ({ rel_type: 'm.replace', event_id: id });

function readable(id: string, more: object = {}): void {
  const { store } = bench.temp;
  const content = { ...fileContent('plan.txt'), ...more };
  store.write((changes) =>
    setPlain(store.db, numberOf(id), { type: 'm.room.message', content }, changes),
  );
}

/** Moves the second version; the message of the first comes when it is asked for, and `then` follows later. */
async function moved(then: () => void) {
  const { store } = bench.temp;
  bench.arrive(
    garden,
    entry('$one', { active: false, name: 'plan.txt' }),
    sealed('$two', over('$one')),
    entry('$two', { active: true, name: 'plan.txt', version: 2 }),
  );
  readable('$two', { 'm.relates_to': over('$one') });
  const fetchMessage = async (): Promise<void> => {
    bench.arrive(garden, sealed('$one'));
    setImmediate(then);
  };
  const source = { fromRoomId: garden, eventId: '$two', moveEntryId: '$two' };
  const deps = { store, clock: bench.clock, fetchMessage };
  return movedFrom(deps, new AbortController().signal, source as never);
}

test('a version that is read a moment after it came goes along', async () => {
  const { earlier } = await moved(() => readable('$one'));
  expect(earlier).toMatchObject([{ name: 'plan.txt', version: 1 }]);
});

test('one whose key comes a moment later goes along, too', async () => {
  const { store } = bench.temp;
  const { earlier } = await moved(() => {
    const noKey = 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID';
    store.write((changes) => setUndecryptable(store.db, numberOf('$one'), noKey, changes));
    setImmediate(() => readable('$one'));
  });
  expect(earlier).toHaveLength(1);
});
