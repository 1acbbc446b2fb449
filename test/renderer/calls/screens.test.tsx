// Screens of a call: the chat beside it, a camera button in every call of a room, names of people, and the choice of the screen to share.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useAppSelector } from '#app/store';
import type { GroupCallInfo } from '#contract/areas/calls/groupCallsModels';
import type { CallCenter } from '../../../renderer/features/calls/center';
import { CallsContext } from '../../../renderer/features/calls/context';
import { SharePicker } from '../../../renderer/features/calls/share/SharePicker';
import { FloatingCall } from '../../../renderer/features/calls/stage/floating/FloatingCall';
import { CallStage } from '../../../renderer/features/calls/stage/CallStage';
import { AccountWindow, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people } from '../../gallery/fixtures';
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

test('the clock of a call of many is that of the call, not of the own time in it', async () => {
  const call = { ...groupCall(), startedMs: Date.now() - 17_000 };
  const engine = show(<CallStage call={call} chat={null} onInvite={null} />);
  const clock = () => screen.getByRole('timer', { name: 'Duration of the call' }).textContent;
  expect(clock()).toMatch(/^0:1[78]$/);
  const running: GroupCallInfo = {
    ...{ groupCallId: 'one', type: 'm.video', intent: 'm.prompt', isPtt: false, rings: false },
    ...{ dataChannelsEnabled: false, dataChannelOptions: null, livekitServiceUrl: null },
    ...{ createdMs: Date.now() - 3_600_000, startedBy: people.priya, canEnd: false, devices: [] },
  };
  act(() => engine.update({ groupCallRooms: { [call.roomId]: { call: running } } }));
  await waitFor(() => expect(clock()).toMatch(/^1:00:0\d$/));
});

test('whoever is asked to talk to somebody without a chat with them starts one from there', () => {
  const chat = { userId: people.priya.userId, name: people.priya.name };
  const dismiss = jest.fn();
  const state = { calls: [], openCallId: null, joining: null, failed: 'no_chat', way: { chat } };
  const asked: unknown[] = [];
  const Asked = () => {
    asked.push(useAppSelector(({ navigation }) => navigation.newChatOpen));
    return null;
  };
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <CallsContext value={{ ...center, get: () => state, dismiss } as unknown as CallCenter}>
        <FloatingCall />
        <Asked />
      </CallsContext>
    </AccountWindow>,
  );
  press('Start a chat');
  expect(dismiss).toHaveBeenCalledWith(null);
  expect(asked.at(-1)).toMatchObject(chat);
});

test('on hold the way on is said in words', () => {
  const call = { ...directCall(), onHold: true };
  show(<CallStage call={call} chat={null} onInvite={null} />);
  expect(screen.getByRole('button', { name: 'Resume' }).textContent).toBe('Resume');
});

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
    // The keyboard focus is back at the button.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show the chat' }));
  });
});

test('what is written while the chat is not shown stands as a number at its button', async () => {
  const call = groupCall();
  const engine = show(<CallStage call={call} chat={chat} onInvite={null} />);
  engine.update({ headers: { [call.roomId]: { unread: 2 } } });
  const news = await screen.findByTitle('2 unread');
  expect(news.textContent).toContain('2');
  press('Show the chat');
  expect(screen.queryByTitle('2 unread')).toBeNull();
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

test('what is shared stands still while the call is on hold, and the bar says so', () => {
  const sharing = { name: 'Screen 1', preset: 'text', audio: false, paused: false } as const;
  for (const held of [{ onHold: true }, { heldByOther: true }]) {
    const call = directCall({ sharing, ...held });
    show(<CallStage call={call} chat={null} onInvite={null} />);
    const bar = within(
      screen.getByRole('region', { name: 'Sharing is paused while the call is on hold' }),
    );
    expect(bar.getByText('Sharing is paused while the call is on hold')).toBeTruthy();
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Stop sharing',
    ]);
    cleanup();
  }
});

test('a paused screen is words, not a black picture, in a call of two and of many', () => {
  const stream = new EventTarget() as MediaStream;
  const screenOf = (muted: boolean) => ({ screen: { stream, muted } });
  const two = (change: Parameters<typeof directCall>[0]) => {
    cleanup();
    show(<CallStage call={directCall(change)} chat={null} onInvite={null} />);
  };
  two({ other: screenOf(false) });
  expect(screen.getByLabelText('Screen of Priya Venn')).toBeTruthy();
  two({ other: screenOf(true) });
  expect(screen.getByText('Priya Venn paused the screen')).toBeTruthy();
  expect(screen.queryByLabelText('Screen of Priya Venn')).toBeNull();
  two({ own: screenOf(true) });
  expect(screen.getByText('You paused your screen')).toBeTruthy();
  cleanup();
  const many = groupCall().participants.map((one) => ({
    ...one,
    ...(one.own ? {} : screenOf(true)),
  }));
  show(<CallStage call={groupCall({ participants: many.slice(1) })} chat={null} onInvite={null} />);
  expect(screen.getByText('Priya Venn paused the screen')).toBeTruthy();
});

test('a line that was lost and is back says so for a moment', () => {
  jest.useFakeTimers();
  const stage = (reconnecting: boolean) => (
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <CallsContext value={center}>
        <CallStage call={directCall({ reconnecting })} chat={null} onInvite={null} />
      </CallsContext>
    </AccountWindow>
  );
  const { rerender } = render(stage(true));
  rerender(stage(false));
  expect(screen.getByRole('status').textContent).toBe('Connected again');
  act(() => jest.runOnlyPendingTimers());
  expect(screen.queryByText('Connected again')).toBeNull();
  jest.useRealTimers();
});

test('a call of two is made small by a button of its own', () => {
  show(<CallStage call={directCall()} chat={chat} onInvite={null} />);
  press('Make the call small');
  expect(open).toHaveBeenCalledWith(null);
});

test('a call of a room that began with voice has a camera as well', () => {
  show(<CallStage call={groupCall({ media: 'voice' })} chat={chat} onInvite={null} />);
  press('Turn camera on');
  expect(setCamera).toHaveBeenLastCalledWith(true);
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

describe('the choice of a screen', () => {
  const source = (kind: 'screen' | 'window', name: string) => ({
    sourceId: `source-${kind}-${name.replace(' ', '-')}`,
    ...{ kind, name, thumbnail: null },
  });
  const onClose = jest.fn();
  const onShare = jest.fn(async () => true);
  /** Once the pictures are there. */
  const choose = async (...sources: readonly ReturnType<typeof source>[]): Promise<FakeShell> => {
    jest.clearAllMocks();
    let shell: FakeShell | null = null;
    const onShell = (made: FakeShell): void => {
      shell = made;
      made.captureSources = sources;
    };
    render(
      <AccountWindow engine={createFakeEngine(exampleWorld())} onShell={onShell}>
        <SharePicker onClose={onClose} onShare={onShare} />
      </AccountWindow>,
    );
    await screen.findAllByRole('radio', { name: sources[0]?.name ?? '' });
    if (shell === null) throw new Error('no shell');
    return shell;
  };
  const picture = (name: string) => screen.getByRole('radio', { name });
  const isChosen = (name: string): boolean => (picture(name) as HTMLInputElement).checked;
  const share = () => screen.getByRole('button', { name: /^Share (screen|window)$/ });
  const isShared = (name: string) =>
    waitFor(() => expect(onShare.mock.calls).toEqual([[{ name, preset: 'text', audio: false }]]));

  test('the only one is chosen and has the keyboard: Enter shares it, once', async () => {
    const { calls } = await choose(source('screen', 'Entire screen'), source('window', 'Notes'));
    expect(isChosen('Entire screen')).toBe(true);
    expect(share()).toHaveProperty('disabled', false);
    const here = picture('Entire screen');
    await waitFor(() => expect(document.activeElement).toBe(here));
    // Held down since it opened the dialog.
    fireEvent.keyDown(here, { key: 'Enter', repeat: true });
    expect(onShare).not.toHaveBeenCalled();
    fireEvent.keyDown(here, { key: 'Enter' });
    fireEvent.keyDown(here, { key: 'Enter' });
    await isShared('Entire screen');
    const { sourceId } = source('screen', 'Entire screen');
    expect(calls).toContainEqual({ name: 'chooseCapture', input: { sourceId, audio: false } });
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('of several none is chosen, and words beside the button say so', async () => {
    await choose(source('screen', 'Left'), source('screen', 'Right'), source('window', 'Notes'));
    const says = (): string | null => {
      const id = share().getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent ?? null;
    };
    expect([isChosen('Left'), isChosen('Right')]).toEqual([false, false]);
    expect(share()).toHaveProperty('disabled', true);
    expect(says()).toBe('Choose a screen to share.');
    // The focus came to the first by itself: Enter chooses it, and shares nothing that nobody chose.
    fireEvent.keyDown(picture('Left'), { key: 'Enter' });
    expect(onShare).not.toHaveBeenCalled();
    expect(isChosen('Left')).toBe(true);
    expect(says()).toBe('Everybody in the call sees all of this screen.');
    fireEvent.click(picture('Right'));
    expect(share()).toHaveProperty('disabled', false);
    expect(says()).toBe('Everybody in the call sees all of this screen.');
    // Each kind keeps what was chosen of it.
    fireEvent.click(picture('Windows'));
    expect(isChosen('Notes')).toBe(true);
    expect(says()).toBe('Everybody in the call sees this window alone.');
    fireEvent.click(picture('Screens'));
    expect(isChosen('Right')).toBe(true);
  });

  test('a double press on a picture shares it', async () => {
    await choose(source('screen', 'Left'), source('screen', 'Right'));
    fireEvent.doubleClick(screen.getByText('Right'));
    await isShared('Right');
  });

  test('the focus stays with whoever has gone elsewhere before the pictures came', async () => {
    let shell: FakeShell | null = null;
    render(
      <AccountWindow
        engine={createFakeEngine(exampleWorld())}
        onShell={(made) => void (shell = made)}
      >
        <SharePicker onClose={onClose} onShare={onShare} />
      </AccountWindow>,
    );
    const motion = await screen.findByRole('radio', { name: 'Motion' });
    fireEvent.pointerDown(motion);
    act(() => motion.focus());
    Object.assign(shell ?? {}, { captureSources: [source('screen', 'Left')] });
    await screen.findByRole('radio', { name: 'Left' });
    expect(document.activeElement).toBe(motion);
  });
});

test('a call of two that lost its line says so over the picture, with the face, and of many at the tile of whom was reached', async () => {
  const camera = { stream: new EventTarget() as MediaStream, muted: false };
  const [own, other] = directCall().participants;
  if (own === undefined || other === undefined) throw new Error('no two');
  const participants = [own, { ...other, camera }];
  const lost = (reconnecting: boolean): void =>
    void show(
      <CallStage
        call={directCall({ startedMs: 1, participants, reconnecting })}
        chat={null}
        onInvite={null}
      />,
    );
  const status = () => screen.getByText(/^(The connection was lost. Reconnecting…|Connected)$/);
  lost(false);
  const label = `Picture of ${directCall().name}`;
  expect(status().closest('div')?.contains(screen.getByLabelText(label))).toBe(true);
  expect(status().textContent).toBe('Connected');
  cleanup();
  lost(true);
  // The picture stays beneath, and the words stand with the face, not at the upper edge.
  expect(screen.getByLabelText(label)).toBeTruthy();
  expect(status().textContent).toMatch(/Reconnecting…$/);
  expect(status().closest('[class~="person"]')?.className).toContain('over');
  cleanup();
  const [first, second, ...rest] = groupCall().participants;
  if (first === undefined || second === undefined) throw new Error('no two');
  const many = [first, { ...second, leg: 'reconnecting' as const }, ...rest];
  show(<CallStage call={groupCall({ participants: many })} chat={null} onInvite={null} />);
  expect(screen.getByText('Reconnecting…')).toBeTruthy();
});
