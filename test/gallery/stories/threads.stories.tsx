// Threads: one beside its room, the list beside the room, and those of all rooms.
import { useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { usePresses } from '../presses';
import { threadRoom, threadsWorld } from '../threads';

const accountId = 'account000';

function Threads({
  place,
  presses,
}: {
  readonly place: string;
  readonly presses: readonly (string | RegExp)[];
}) {
  const [fake] = useState(() => {
    const navigation = { place, roomId: threadRoom, turn: 'content', collapsed: [] };
    const engine = createFakeEngine({
      ...exampleWorld(),
      ...threadsWorld,
      settings: { navigation },
      headers: { [threadRoom]: { unread: 2 } },
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

export const threadClosed = { render: () => <Threads place="chats" presses={[]} /> };
export const thread = {
  render: () => <Threads place="chats" presses={[/^Thread3 answers/]} />,
};
export const threads = {
  render: () => <Threads place="chats" presses={['Threads']} />,
};
export const threadsPlace = { render: () => <Threads place="threads" presses={[]} /> };
