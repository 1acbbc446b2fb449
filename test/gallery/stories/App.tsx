// The whole window over engines in memory, for stories of it, and what a story presses in it.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import type { AccountRow } from '#contract/shell';
import { accountRow, createFakeShell, themed, Window, type FakeShell } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';

export const first = 'account000';
const second = 'account001';

export interface Setting {
  readonly world?: Partial<World>;
  readonly row?: Partial<AccountRow>;
  readonly open?: string;
  readonly two?: boolean;
  /** Runs once when the window stands. */
  readonly then?: (fake: FakeShell) => void;
}

export function App({ world = {}, row = {}, open, two = false, then }: Setting) {
  const [fake] = useState(() => {
    const rows = [accountRow(first, row)];
    const engines = { [first]: createFakeEngine({ ...exampleWorld(), ...world }) };
    if (!two) return themed(createFakeShell(engines, rows));
    const other = accountRow(second, { label: 'M', userId: '@m:home.example', unread: 2 });
    return themed(createFakeShell({ ...engines, [second]: createFakeEngine() }, [...rows, other]));
  });
  useEffect(() => {
    if (open !== undefined) {
      fake.update({ openRequest: { accountId: first, roomId: roomId(open), thread: null, at: 1 } });
    }
    then?.(fake);
  }, [fake, open, then]);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

/** Presses what `find` gives, as soon as it is there. */
function pressFound(find: () => HTMLElement | null | undefined, triesLeft = 100): void {
  const found = find();
  if (found != null) {
    // A press of the mouse moves the focus too; without it a replaced element would leave the focus to chance.
    found.focus();
    found.click();
  } else if (triesLeft > 0) setTimeout(() => pressFound(find, triesLeft - 1), 50);
}

export const press = (selector: string): void =>
  pressFound(() => document.querySelector<HTMLElement>(selector));
export const pressItem = (name: string): void =>
  pressFound(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
      ({ textContent }) => textContent === name,
    ),
  );
export const later = (work: () => void) => () => void setTimeout(work, 500);

export const pressNamed = (name: RegExp) => () =>
  pressFound(() =>
    [...document.querySelectorAll('button')].find((one) => name.test(one.textContent ?? '')),
  );
