// The place Notifications: with everything that can stand in it, empty, and without a connection.
import { useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import type { NotifiedMessage } from '#contract/areas/notifications';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { people, roomId } from '../fixtures';
import { notified, notifiedExample } from '../notifiedFixtures';
import { usePresses } from '../presses';

const accountId = 'account000';

const nothingPressed: readonly string[] = [];
const marksAll = ['Mark everything as read'];

interface NotifiedProps {
  readonly of: readonly NotifiedMessage[] | null;
  readonly presses?: readonly string[];
}

function Notified({ of, presses = nothingPressed }: NotifiedProps) {
  usePresses(presses);
  const [fake] = useState(() => {
    const navigation = { place: 'notified', roomId: roomId('larkfield'), turn: 'content' };
    const engine = createFakeEngine({
      ...exampleWorld(),
      notified: of,
      settings: { navigation: { ...navigation, collapsed: [] } },
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const notifiedPlace = { render: () => <Notified of={notifiedExample} /> };
export const notifiedReadAll = {
  render: () => <Notified of={notifiedExample} presses={marksAll} />,
};
export const notifiedNone = { render: () => <Notified of={[]} /> };
export const notifiedOffline = { render: () => <Notified of={null} /> };

const other = { ...people.odile, userId: '@odile.the.other.one:fernhill.example', ambiguous: true };
/** People and rooms that only addresses tell apart. */
export const notifiedTwins = {
  render: () => (
    <Notified
      of={[
        notified('one', 'odile', 'Press', 'The first of two', {
          ...{ sender: { ...people.odile, ambiguous: true }, read: false },
          address: '#press:fernhill.example',
        }),
        notified('two', 'odile', 'Press', 'The second of two', {
          ...{ sender: other, read: false, mention: true, address: '!q7TnRkZ:fernhill.example' },
        }),
        notified('three', 'odile', 'Odile', 'In a chat of two', { sender: other, direct: true }),
      ]}
    />
  ),
};
