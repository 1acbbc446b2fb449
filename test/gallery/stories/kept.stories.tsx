// The place Saved: with everything that can stand in it, empty, and the question when a message should come back.
import { useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';
import { keptExample } from '../keptFixtures';
import { usePresses } from '../presses';

const accountId = 'account000';

function Saved({
  empty = false,
  blocked = 0,
  presses = [],
}: {
  readonly empty?: boolean;
  /** How many blocked people wrote. */
  readonly blocked?: number;
  readonly presses?: readonly (string | RegExp)[];
}) {
  const [fake] = useState(() => {
    const navigation = { place: 'saved', roomId: roomId('larkfield'), turn: 'content' };
    const engine = createFakeEngine({
      ...exampleWorld(),
      kept: empty ? [] : keptExample,
      unheardKept: blocked,
      settings: { navigation: { ...navigation, collapsed: [] } },
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  usePresses(presses);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const saved = { render: () => <Saved /> };
export const savedNone = { render: () => <Saved empty /> };
export const savedBlocked = { render: () => <Saved empty blocked={2} /> };
export const savedMenu = { render: () => <Saved presses={['What to do with this message']} /> };
export const remind = {
  render: () => <Saved presses={['What to do with this message', 'Remind me later…']} />,
};
