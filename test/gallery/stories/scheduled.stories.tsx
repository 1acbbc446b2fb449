// Above the composer: a message that can still be taken back, and one that was missed.
import { useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { at, roomId } from '../fixtures';

const accountId = 'account000';

const scheduled = (): readonly ScheduledMessage[] => [
  {
    ...{ key: 'scheduled-00000001', text: 'The quote is signed, you can print.', undo: true },
    ...{ atMs: Date.now() + 20_000, state: 'waiting', error: null, atServer: false },
  },
  {
    ...{ key: 'scheduled-00000002', text: 'Good morning, everybody', undo: false },
    ...{ atMs: at(0, 5), state: 'missed', error: null, atServer: false },
  },
];

function Later() {
  const [fake] = useState(() => {
    const navigation = { place: 'chats', roomId: roomId('larkfield'), turn: 'content' };
    const engine = createFakeEngine({
      ...exampleWorld(),
      scheduled: scheduled(),
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

export const sentLater = { render: () => <Later /> };
