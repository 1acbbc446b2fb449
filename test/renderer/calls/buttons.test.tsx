// The call button of a room: there wherever one looks for it. Where it cannot, it says why; before it changes rights, it asks.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallCenter } from '../../../renderer/features/calls/center';
import { GestureButtons } from '../../../renderer/features/calls/acts/Gestures';
import type { CallSnapshot, Sharing } from '../../../renderer/features/calls/callTypes';
import { CallsContext } from '../../../renderer/features/calls/context';
import { DirectButtons } from '../../../renderer/features/calls/join/CallButtons';
import { GroupBanner } from '../../../renderer/features/calls/join/GroupBanner';
import { GroupButton } from '../../../renderer/features/calls/join/GroupButton';
import { PersonCard } from '../../../renderer/features/roomHeader';
import { SharingBar } from '../../../renderer/features/calls/share/SharingBar';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../../gallery/fakes/fakeEngine';
import { mara, people, roomHeader, roomId, roomRow } from '../../gallery/fixtures';

const room = roomId('lunch');
const start = jest.fn(async () => undefined);
const none = { calls: [], openCallId: null, joining: null, failed: null };
const place = jest.fn(async () => undefined);
const center = {
  get: () => none,
  subscribe: () => () => undefined,
  session: () => null,
  start,
  place,
} as unknown as CallCenter;

beforeEach(() => start.mockClear());

const show = (button: 'group' | 'direct', change: Partial<World>) =>
  render(
    <AccountWindow engine={createFakeEngine({ ...exampleWorld(), ...change })}>
      <CallsContext value={center}>
        {button === 'group' ? <GroupButton roomId={room} /> : <DirectButtons roomId={room} />}
      </CallsContext>
    </AccountWindow>,
  );
const open = async (name: RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};
const entry = async (name: RegExp): Promise<HTMLElement> => screen.findByRole('menuitem', { name });

test('a room where one may not call says so at the button, to eyes, to keys and to whoever listens', async () => {
  show('group', { groupCallRooms: { [room]: { canStart: false } } });
  const why = /^Start a call\. You may not start calls here\. Ask somebody who runs this room/;
  const button = await screen.findByRole('button', { name: why });
  expect(button).toHaveProperty('disabled', false);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toMatch(why);
  await open(why);
  const voice = await entry(/Voice call.*You may not start calls here/i);
  expect(voice.getAttribute('aria-disabled')).toBe('true');
});

test('somebody who has not joined yet cannot be called, and that is said', async () => {
  const there = { userId: '@odile:fernhill.example', name: 'Odile', avatar: null, joined: false };
  const callRoom = { directUserId: there.userId, canCall: true, members: [there] };
  show('direct', { callRooms: { [room]: callRoom } });
  await screen.findByRole('button', { name: /not joined yet/ });
});

test('the card of a person calls them in the chat of two, and closes', async () => {
  const { priya } = people;
  const chat = roomId('dm-priya');
  const there = { userId: priya.userId, name: priya.name, avatar: null, joined: true };
  const callRoom = { directUserId: priya.userId, canCall: true, members: [there] };
  const onClose = jest.fn();
  render(
    <AccountWindow
      engine={createFakeEngine({ ...exampleWorld(), callRooms: { [chat]: callRoom } })}
    >
      <CallsContext value={center}>
        <PersonCard
          room={roomHeader(roomRow('lunch', 'Lunch'))}
          userId={priya.userId}
          onClose={onClose}
        />
      </CallsContext>
    </AccountWindow>,
  );
  const card = await screen.findByRole('dialog');
  fireEvent.click(await within(card).findByRole('button', { name: 'Video call' }));
  expect(place.mock.calls).toEqual([[chat, true]]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a first call asks before it changes what people may do', async () => {
  show('group', { groupCallRooms: { [room]: { canStart: true, opens: true, opensStart: true } } });
  await open(/^Start a call/);
  fireEvent.click(await entry(/^Voice call$/));
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Allow everybody here to start and join calls?',
  });
  expect(start).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Allow and call' }));
  const voice = { video: false, intent: 'm.prompt', ptt: false };
  expect(start).toHaveBeenLastCalledWith(room, { ...voice, opens: true });
  await open(/^Start a call/);
  fireEvent.click(await entry(/^Voice call$/));
  fireEvent.click(await screen.findByRole('button', { name: 'Call those who may' }));
  expect(start).toHaveBeenLastCalledWith(room, voice);
});

test('where everybody may join it begins at once', async () => {
  show('group', { groupCallRooms: { [room]: { canStart: true, opens: false } } });
  await open(/^Start a call/);
  fireEvent.click(await entry(/^Video call$/));
  expect(start).toHaveBeenCalledTimes(1);
});

test('the bar of a call names who is in it, and oneself as oneself', async () => {
  const { userId: own } = mara;
  const others = [people.odile, people.jonas, people.tomas].map(({ userId, name }) => ({
    userId,
    name,
  }));
  const devices = [own, ...others.map(({ userId }) => userId)].map((userId) => ({ userId }));
  const members = others.map((one) => ({ ...one, avatar: null, joined: true }));
  const show_ = (count: number) => {
    const call = { groupCallId: 'one', type: 'm.voice', isPtt: false };
    const world = { call: { ...call, devices: devices.slice(0, count) }, members };
    const groupCallRooms = { [room]: world } as unknown as World['groupCallRooms'];
    return render(
      <AccountWindow engine={createFakeEngine({ ...exampleWorld(), groupCallRooms })}>
        <CallsContext value={center}>
          <GroupBanner roomId={room} />
        </CallsContext>
      </AccountWindow>,
    );
  };
  const alone = show_(1);
  await screen.findByText('You are in it, on another device');
  alone.unmount();
  const two = show_(2);
  await screen.findByText(`You and \u2068${people.odile.name}\u2069 are in it`);
  two.unmount();
  show_(4);
  await screen.findByText(`You, \u2068${people.odile.name}\u2069, and 2 more are in it`);
});

test('the bar of what is shared goes with the sharing, and the focus is where it was before', async () => {
  const sharing = { name: 'A window', preset: 'text', audio: false, paused: false };
  const call = (shares: boolean) => (
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <button type="button">Microphone</button>
      {shares && <SharingBar sharing={sharing as Sharing} acts={null} held={false} />}
    </AccountWindow>
  );
  const { rerender } = render(call(true));
  act(() => screen.getByRole('button', { name: 'Microphone' }).focus());
  act(() => screen.getByRole('button', { name: 'Stop sharing' }).focus());
  rerender(call(false));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Microphone' })),
  );
});

test('the emoji of a call open with the first one in focus, for the next press of the same key', async () => {
  const call = { callId: 'call', participants: [] } as unknown as CallSnapshot;
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <CallsContext value={center}>
        <GestureButtons call={call} />
      </CallsContext>
    </AccountWindow>,
  );
  await open(/^React$/);
  const [first] = within(await screen.findByRole('dialog')).getAllByRole('button', {
    name: /^React with/,
  });
  await waitFor(() => expect(document.activeElement).toBe(first));
});
