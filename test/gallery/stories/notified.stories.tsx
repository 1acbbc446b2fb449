// The place Notifications: with everything that can stand in it, empty, and without a connection.
import { useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import type { NotifiedMessage } from '#contract/areas/notifications';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';
import { notifiedExample } from '../notifiedFixtures';

const accountId = 'account000';

function Notified({ of }: { readonly of: readonly NotifiedMessage[] | null }) {
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
export const notifiedNone = { render: () => <Notified of={[]} /> };
export const notifiedOffline = { render: () => <Notified of={null} /> };
