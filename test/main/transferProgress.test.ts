// The taskbar's bar: one for all accounts, red only for what nobody has seen.
import { barOf, createTransferBars } from '../../main/shell/surfaces/transferProgress';

const one = (fraction: number | null, running: number, failed = 0) => ({
  fraction,
  running,
  failed,
});

test('the bar is the sum over accounts, by what runs', () => {
  expect(barOf([], false)).toEqual({ value: -1, mode: 'none' });
  expect(barOf([one(0.5, 0)], false)).toEqual({ value: -1, mode: 'none' });
  expect(barOf([one(0.5, 1), one(1, 3)], false)).toEqual({ value: 0.875, mode: 'normal' });
  expect(barOf([one(null, 2)], false)).toEqual({ value: 2, mode: 'indeterminate' });
  expect(barOf([one(null, 2), one(0.25, 1)], false)).toEqual({ value: 0.25, mode: 'normal' });
  expect(barOf([one(0.5, 1, 2)], false)).toEqual({ value: 0.5, mode: 'error' });
  expect(barOf([one(7, 1)], false)).toEqual({ value: 1, mode: 'normal' });
  expect(barOf([one(1, 0, 2)], true)).toEqual({ value: 1, mode: 'error' });
});

function setUp() {
  const shown: string[] = [];
  const state = { focused: false, destroyed: false };
  const window = (name: string) => ({
    isDestroyed: () => state.destroyed,
    isFocused: () => state.focused,
    setProgressBar: (value: number, options?: { mode?: string }) =>
      void shown.push(`${name} ${value} ${options?.mode ?? ''}`),
  });
  const windows = [window('a'), window('b')];
  return { shown, state, bars: createTransferBars({ windows: () => windows }) };
}

test('every window shows it, and only when it changed', () => {
  const { shown, bars, state } = setUp();
  bars.set('alice', one(0.5, 1));
  bars.set('alice', one(0.5, 1));
  bars.set('bob', one(0.5, 2));
  expect([shown, bars.running()]).toEqual([['a 0.5 normal', 'b 0.5 normal'], 3]);
  bars.set('bob', null);
  bars.set('alice', one(null, 0));
  expect(shown.slice(2)).toEqual(['a -1 none', 'b -1 none']);
  state.destroyed = true;
  bars.set('alice', one(0.1, 1));
  expect(shown.length).toBe(4);
});

test('a failure stays red until somebody looks; old ones are no news', () => {
  const { bars, shown, state } = setUp();
  const last = () => shown.at(-1);
  bars.set('alice', one(0.5, 1, 3));
  bars.set('alice', one(null, 0, 3));
  expect(last()).toBe('b -1 none');
  bars.set('alice', one(null, 0, 4));
  expect(last()).toBe('b 1 error');
  // An engine that starts again tells of the same four.
  bars.set('alice', null);
  bars.seen();
  expect(last()).toBe('b -1 none');
  bars.set('alice', one(null, 0, 4));
  expect(last()).toBe('b -1 none');
  state.focused = true;
  bars.set('alice', one(null, 0, 5));
  expect([last(), bars.watched()]).toEqual(['b -1 none', true]);
  state.focused = false;
  bars.set('alice', one(null, 0, 6));
  bars.set('alice', one(null, 0, 0));
  expect(last()).toBe('b -1 none');
});
