// Which sound a notice has, over a real store: as it was chosen, made by one window, and never where nothing is to be heard.
import { createDesktop } from '#engine/desktop';
import { createPush } from '#engine/push/push';
import { nothingFound } from '#engine/sync/roomContext';
import { getEvent } from '#stores/events/timeline';
import { setSetting } from '#stores/settings/settings';
import type { Notice } from '#contract/control';
import { alice, event } from '../../fixtures/events';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function start() {
  const notices: Notice[] = [];
  const { tones } = createDesktop(() => false);
  const { store } = bench.temp;
  const push = createPush({
    ...{ store, ownUserId: alice, inView: () => false, play: tones.play },
    notify: (notice) => void notices.push(notice),
    unnotify: () => undefined,
    badge: () => undefined,
    clock: bench.clock,
    log: silentLog,
  });
  const set = (name: string, value: unknown): void =>
    store.write(() => setSetting(store.db, `ui.notifications.${name}`, value));
  /** Whether the system makes a sound of it. */
  const arrive = (text: string): boolean | null => {
    const before = notices.length;
    const mentions = text.includes('Alice') ? { user_ids: [alice] } : {};
    const content = { msgtype: 'm.text', body: text, 'm.mentions': mentions };
    const raw = event('m.room.message', content, { ts: bench.clock.now() });
    bench.live([raw]);
    const stored = getEvent(store.db, bench.roomNo, raw.event_id);
    if (stored === null) throw new Error('not stored');
    push.found({ ...nothingFound(), live: new Map([[bench.roomNo, [stored]]]) });
    const notice = notices[before];
    return notice === undefined ? null : !notice.silent;
  };
  return { push, tones, set, arrive };
}

interface Listening {
  readonly heard: readonly string[];
  close(): void;
}

function listen({ tones }: ReturnType<typeof start>): Listening {
  const heard: string[] = [];
  const close = tones.open({
    set: (value) => {
      if (value !== null) heard.push(`${value.turn} ${value.tone}`);
    },
  });
  return { heard, close };
}

test('a window makes the sound that was chosen, another for mentions; without a window the system does', () => {
  const run = start();
  expect(run.arrive('Lunch, Alice?')).toBe(true);
  run.set('tone', 'knock');
  expect(run.arrive('No window, Alice')).toBe(true);
  const first = listen(run);
  const second = listen(run);
  expect(run.arrive('Knock, Alice')).toBe(false);
  run.set('mentionTone', 'chime');
  expect(run.arrive('Chime, Alice')).toBe(false);
  expect([first.heard, second.heard]).toEqual([['1 knock', '2 chime'], []]);
  first.close();
  run.set('mentionTone', 'system');
  expect(run.arrive('System, Alice')).toBe(true);
  run.set('mentionTone', 'same');
  expect(run.arrive('Same, Alice')).toBe(false);
  expect(second.heard).toEqual(['3 knock']);
  run.set('mentionTone', 'none');
  expect(run.arrive('Nothing, Alice')).toBe(false);
  expect(second.heard).toHaveLength(1);
  run.push.stop();
});

test('with the sound off, in quiet hours and without notices no window makes a sound', () => {
  const run = start();
  run.set('tone', 'drop');
  const window = listen(run);
  run.set('sound', false);
  expect(run.arrive('Off, Alice')).toBe(false);
  run.set('sound', true);
  run.set('quiet', { on: true, from: '00:00', to: '23:59' });
  run.set('on', false);
  expect(run.arrive('Away, Alice')).toBeNull();
  expect(window.heard).toEqual([]);
  run.set('quiet', null);
  run.set('on', true);
  expect(run.arrive('Here, Alice')).toBe(false);
  expect(window.heard).toEqual(['1 drop']);
  run.push.stop();
});
