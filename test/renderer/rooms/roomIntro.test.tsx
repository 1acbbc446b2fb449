// The introduction at the beginning of a conversation.
import '../jsdom';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const larkfield = roomId('larkfield');

async function intro(header: Partial<RoomHeader>): Promise<HTMLElement> {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    settings: { navigation },
    headers: { [larkfield]: header },
    timelines: {
      [larkfield]: [{ kind: 'start', key: 's', roomName: 'Larkfield identity', encrypted: true }],
    },
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return screen.findByRole('region', { name: 'Beginning of the conversation' });
}

test('an empty room says whose it is, how many are there, and what one does first', async () => {
  const card = await intro({ topic: null });
  within(card).getByRole('heading', { name: 'Larkfield identity' });
  within(card).getByText('5 people');
  within(card).getByText(/^This is the beginning/);
  fireEvent.click(within(card).getByRole('button', { name: 'Add a topic' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /^Topic of/ })).getByRole('button', {
      name: 'Cancel',
    }),
  );
  fireEvent.click(within(card).getByRole('button', { name: 'Invite' }));
  await screen.findByRole('dialog', { name: /Invite/ });
});

test('what is there or not allowed is not offered', async () => {
  const permissions = {
    ...{
      send: true,
      invite: false,
      rename: false,
      setTopic: true,
      redactOthers: false,
      pin: false,
      notifyRoom: false,
      kick: false,
      ban: false,
      setRoles: false,
    },
  };
  const card = await intro({ topic: 'Bags', permissions });
  within(card).getByText('Bags');
  expect(within(card).queryAllByRole('button')).toEqual([]);
});

test('a chat of two offers nothing', async () => {
  const card = await intro({ directUserId: people.odile.userId });
  expect(within(card).queryByText(/people$/)).toBeNull();
  expect(within(card).queryAllByRole('button')).toEqual([]);
});

test('nobody is brought into a room that has moved', async () => {
  const card = await intro({ topic: null, replacementRoomId: '!next:fernhill.example' });
  within(card).getByText(/^This is the beginning/);
  expect(within(card).queryByRole('button')).toBeNull();
});
