// What a person sees of a call: the chat beside it, a camera in every call of a room, who is who, and why one may not call.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CallCenter } from '../../../renderer/features/calls/center';
import { CallsContext } from '../../../renderer/features/calls/context';
import { CallStage } from '../../../renderer/features/calls/stage/CallStage';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { directCall, groupCall } from '../../gallery/callSnapshots';

const open = jest.fn();
const setCamera = jest.fn(async () => undefined);
const center = {
  get: () => ({ calls: [], openCallId: null, joining: null, failed: null }),
  subscribe: () => () => undefined,
  subscribeAtOnce: () => () => undefined,
  session: () => ({ setCamera }),
  open,
} as unknown as CallCenter;

beforeAll(() => {
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined });
  const media = Object.assign(new EventTarget(), { matches: false });
  Object.assign(globalThis, { matchMedia: () => media });
});

const show = (children: ReactNode): FakeEngine => {
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <CallsContext value={center}>{children}</CallsContext>
    </AccountWindow>,
  );
  return engine;
};
const chat = <p>What was written</p>;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressed = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

describe.each([
  ['of two', () => <CallStage call={directCall()} chat={chat} onInvite={null} />],
  ['of many', () => <CallStage call={groupCall()} chat={chat} onInvite={null} />],
])('a call %s', (_what, view) => {
  test('has the chat beside it, in turn with the quality', async () => {
    show(view());
    press('Show the chat');
    const panel = screen.getByRole('complementary', { name: 'Chat' });
    expect(within(panel).getByText('What was written')).toBeTruthy();
    expect(screen.getByRole('main')).toBeTruthy();
    expect([pressed('Show the chat'), pressed('Call quality')]).toEqual([true, false]);
    expect(open).not.toHaveBeenCalled();
    press('Call quality');
    expect(await screen.findByRole('complementary', { name: 'Call quality' })).toBeTruthy();
    expect(screen.queryByRole('complementary', { name: 'Chat' })).toBeNull();
    press('Show the chat');
    fireEvent.click(
      within(screen.getByRole('complementary')).getByRole('button', { name: 'Close' }),
    );
    expect(screen.queryByRole('complementary')).toBeNull();
    // Whoever works by keyboard is where they were.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the chat' }));
  });
});

test('what is written while the chat is not shown stands as a number at its button', async () => {
  const call = groupCall();
  const engine = show(<CallStage call={call} chat={chat} onInvite={null} />);
  engine.update({ headers: { [call.roomId]: { unread: 2 } } });
  const news = await screen.findByTitle('2 unread messages');
  expect(news.textContent).toContain('2');
  press('Show the chat');
  expect(screen.queryByTitle('2 unread messages')).toBeNull();
});

test('whoever answered by keys, with a button that is gone, stands at the controls; a field keeps the focus', async () => {
  const stage = () => <CallStage call={directCall()} chat={chat} onInvite={null} />;
  show(stage());
  const controls = screen.getByRole('toolbar', { name: 'Call' });
  await waitFor(() => expect(controls.contains(document.activeElement)).toBe(true));
  cleanup();
  show(
    <>
      <textarea aria-label="Elsewhere" autoFocus />
      {stage()}
    </>,
  );
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Elsewhere' }));
});

test('while it rings the camera can be pressed, and what cannot yet be done says why', async () => {
  const { can } = directCall();
  const call = directCall({
    state: 'invite_sent',
    media: 'video',
    cameraOff: false,
    can: { ...can, media: false },
  });
  show(<CallStage call={call} chat={chat} onInvite={null} />);
  press('Turn camera off');
  expect(setCamera).toHaveBeenCalledWith(false);
  for (const name of ['Share your screen', 'Hold']) {
    const button = screen.getByRole('button', { name });
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => button.focus());
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'Possible once you are connected.',
    );
    fireEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('a call of two is made small by a button of its own', () => {
  show(<CallStage call={directCall()} chat={chat} onInvite={null} />);
  press('Make the call small');
  expect(open).toHaveBeenCalledWith(null);
});

test('a call of a room that began with voice has a camera as well', () => {
  show(<CallStage call={groupCall({ media: 'voice' })} chat={chat} onInvite={null} />);
  expect(screen.getByRole('button', { name: 'Turn camera on' })).toBeTruthy();
});

test('the own picture says whose it is', () => {
  const stream = Object.assign(new EventTarget(), { getTracks: () => [] }) as never;
  const own = { stream, muted: false };
  show(
    <CallStage
      call={directCall({ cameraOff: false, own: { camera: own } })}
      chat={chat}
      onInvite={null}
    />,
  );
  expect(screen.getByText('You')).toBeTruthy();
});
