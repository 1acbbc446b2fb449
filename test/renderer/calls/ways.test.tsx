// Buttons that lead on from a call: listening without a microphone, verifying where only verified people are called, the way back to a call in a
// window of its own, and the keyboard focus afterwards.
import '../jsdom';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { CallsState } from '../../../renderer/features/calls/center';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import { ShownContext } from '../../../renderer/features/calls/context';
import { sortCalls } from '../../../renderer/features/calls/direct/shownCalls';
import { CallDetails } from '../../../renderer/features/calls/history/CallDetails';
import { LeaveFirst } from '../../../renderer/features/calls/join/LeaveFirst';
import { GroupBanner } from '../../../renderer/features/calls/join/GroupBanner';
import { LiveMark } from '../../../renderer/features/calls/join/LiveMark';
import { RingCards } from '../../../renderer/features/calls/ring/RingCards';
import { CutOffNews } from '../../../renderer/features/calls/stage/CutOffNews';
import { CallPlace } from '../../../renderer/features/calls/stage/CallPlace';
import { FloatingCall } from '../../../renderer/features/calls/stage/floating/FloatingCall';
import { FloatingCalls } from '../../../renderer/features/calls/stage/floating/FloatingCalls';
import { PopOutCall } from '../../../renderer/features/calls/stage/floating/PopOutCall';
import { callHistory } from '../../gallery/callFixtures';
import { directCall, groupCall, groupPerson } from '../../gallery/callSnapshots';
import type { FakeEngine, World } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';
import { showCall, stageOf, withoutPlayers, type Shown } from './showCall';

beforeAll(withoutPlayers);

const acts = { answerAgain: jest.fn(), hangUp: jest.fn(), setMicrophone: jest.fn() };
const center = {
  open: jest.fn(),
  dismiss: jest.fn(),
  place: jest.fn(),
  decline: jest.fn(),
  answer: jest.fn(),
  resume: jest.fn(),
};
beforeEach(() => jest.clearAllMocks());

const show = (
  children: ReactNode,
  state: Partial<CallsState> = {},
  world: Partial<World> = {},
): Shown => showCall(children, { center, acts, state, world });
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const asked = ({ calls }: FakeEngine) =>
  calls.filter(({ name }) => name === 'startVerification').map(({ input }) => input);
const priya = people.priya.userId;

test('before a call of many is left for another call, the person is asked', async () => {
  const answer = jest.fn();
  const { set } = show(<LeaveFirst />);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const question = { name: 'Studio', answer, act: 'call', roomId: roomId('dm-priya') } as const;
  set({ leaveFirst: { ...question, other: null } });
  const dialog = await screen.findByRole('alertdialog', {
    name: /^Leave the call “.*Studio.*”\?$/,
  });
  expect(dialog.textContent).toContain('cannot be put on hold');
  press('Cancel');
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and call Priya' }));
  expect(answer.mock.calls).toEqual([[false], [true]]);
  for (const [act, other, label] of [
    ['talk', 'Carol Lindqvist', 'talk to Carol'],
    ['resume', 'Tomas Okafor', 'go on with Tomas'],
    ['join', null, 'join Studio'],
    ['start', null, 'start a call'],
  ] as const) {
    set({ leaveFirst: { ...question, act, other, roomId: roomId('studio') } });
    await screen.findByRole('button', { name: `Leave and ${label}` });
  }
  set({ leaveFirst: null });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

describe('without a microphone', () => {
  const waiting = () =>
    directCall({
      ...{ direction: 'in', state: 'wait_local_media', startedMs: null },
      unanswered: 'no_microphone',
    });

  test('whoever has answered reads why it rings on, and listens, tries again or declines', async () => {
    show(stageOf(waiting()));
    expect(screen.getByText('There is no microphone.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('or only listen');
    await waitFor(() => expect(document.activeElement).toBe(button('Only listen')));
    press('Only listen');
    press('Try again');
    expect(acts.answerAgain.mock.calls).toEqual([[true], [false]]);
    press('Decline');
    expect(acts.hangUp).toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
  });

  test('a call of one’s own that could not begin is begun to listen', () => {
    show(stageOf(directCall({ state: 'ended', startedMs: null, problem: 'no_microphone' })));
    press('Only listen');
    expect(center.place).toHaveBeenCalledWith(roomId('dm-priya'), false, true);
    cleanup();
    // The called side has no call to begin.
    const over = { state: 'ended', problem: 'other_no_microphone' } as const;
    show(stageOf(directCall({ ...over, startedMs: null })));
    expect(screen.queryByRole('button', { name: 'Only listen' })).toBeNull();
    expect(button('Call again by voice')).toBeTruthy();
  });

  test('whoever has no microphone reads so before a call again, and is offered to listen', async () => {
    const devices: { kind: string; deviceId: string }[] = [{ kind: 'audiooutput', deviceId: 's' }];
    const media = Object.assign(new EventTarget(), { enumerateDevices: async () => devices });
    Object.assign(navigator, { mediaDevices: media });
    show(stageOf(directCall({ state: 'ended', startedMs: null, problem: 'declined' })));
    expect(await screen.findByText('There is no microphone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Call again/ })).toBeNull();
    press('Only listen');
    expect(center.place).toHaveBeenCalledWith(roomId('dm-priya'), false, true);
    devices.push({ kind: 'audioinput', deviceId: '' });
    act(() => void media.dispatchEvent(new Event('devicechange')));
    expect(
      (await screen.findByRole('button', { name: 'Call again by voice' })).className,
    ).toContain('primary');
    expect(screen.queryByRole('button', { name: 'Only listen' })).toBeNull();
    cleanup();
    Object.assign(navigator, { mediaDevices: undefined });
  });

  test('the card of a call that was declined or not answered leads to another one, as the stage does', () => {
    for (const problem of ['declined', 'no_answer'] as const) {
      const call = directCall({ state: 'ended', startedMs: null, direction: 'out', problem });
      show(<FloatingCall />, { calls: [call] });
      press('Call again by voice');
      expect(center.dismiss).toHaveBeenLastCalledWith(call.callId);
      expect(center.place).toHaveBeenLastCalledWith(call.roomId, false, false);
      cleanup();
    }
    show(<FloatingCall />, { calls: [directCall({ state: 'ended', problem: 'no_connection' })] });
    expect(screen.queryByRole('button', { name: /^Call again/ })).toBeNull();
  });

  const ended = (problem: CallSnapshot['problem']): CallSnapshot =>
    directCall({
      state: 'ended',
      startedMs: null,
      direction: 'out',
      callId: `${problem}`,
      problem,
    });
  const left = () => center.dismiss.mock.calls.map(([callId]) => String(callId));

  test('the card of a call that came to nothing goes by itself; one of a failure stays, for it has to be mended', () => {
    jest.useFakeTimers();
    const nothing = [
      'handed_over',
      'busy',
      'declined',
      'no_answer',
      'other_no_microphone',
    ] as const;
    const failures = ['no_connection', 'send_failed', 'no_microphone', 'only_verified'] as const;
    show(<FloatingCall />, { calls: [...nothing, ...failures].map(ended) });
    act(() => jest.advanceTimersByTime(7_999));
    expect(left()).toEqual([]);
    act(() => jest.advanceTimersByTime(60_000));
    expect(left()).toEqual(nothing);
    jest.useRealTimers();
  });

  test('nor does it go while the pointer or the keyboard is on it', () => {
    jest.useFakeTimers();
    const { set } = show(<FloatingCall />, { calls: [ended('declined')] });
    const card = () => screen.getByRole('region', { name: /^Call with/ });
    fireEvent.pointerEnter(card());
    act(() => jest.advanceTimersByTime(60_000));
    act(() => button('Call again by voice').focus());
    fireEvent.pointerLeave(card());
    act(() => jest.advanceTimersByTime(60_000));
    act(() => button('Close').focus());
    act(() => jest.advanceTimersByTime(60_000));
    expect(left()).toEqual([]);
    act(() => button('Close').blur());
    act(() => jest.advanceTimersByTime(8_000));
    expect(left()).toEqual(['declined']);
    // Neither does the words about a call that could not begin.
    set({ calls: [], failed: 'not_allowed' });
    fireEvent.pointerEnter(screen.getByRole('alert'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(left()).toEqual(['declined']);
    fireEvent.pointerLeave(screen.getByRole('alert'));
    act(() => jest.advanceTimersByTime(15_000));
    expect(left()).toEqual(['declined', 'null']);
    jest.useRealTimers();
  });

  test('a call on hold goes on from its card', () => {
    show(<FloatingCall />, { calls: [directCall()] });
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    cleanup();
    const held = directCall({ onHold: true });
    show(<FloatingCall />, { calls: [held] });
    press('Resume');
    expect(center.resume).toHaveBeenCalledWith(held.callId);
  });

  test('what calls again with a camera says so, on the card and on the stage', () => {
    const call = directCall({
      ...{ state: 'ended', startedMs: null, direction: 'out', problem: 'declined' },
      media: 'video',
    });
    for (const place of [<FloatingCall key="card" />, stageOf(call)]) {
      show(place, { calls: [call] });
      press('Call again with video');
      expect(center.place).toHaveBeenLastCalledWith(call.roomId, true, false);
      cleanup();
    }
  });

  test('what is said of a call is over with the next one in its room, and of no other room', () => {
    const declined = (callId: string, roomId: string): CallSnapshot =>
      directCall({
        callId,
        roomId,
        state: 'ended',
        startedMs: null,
        direction: 'out',
        problem: 'declined',
      });
    const first = declined('1', '!a:b.example');
    const elsewhere = declined('2', '!c:b.example');
    const second = declined('3', '!a:b.example');
    const rings = directCall({
      callId: '4',
      roomId: '!a:b.example',
      state: 'ringing',
      direction: 'in',
    });
    const sorted = sortCalls([first, elsewhere, second, rings], [first, elsewhere, second]);
    expect(sorted).toEqual({ calls: [elsewhere, second], over: [first] });
    const next = { ...rings, state: 'connected' as const };
    expect(sortCalls([elsewhere, second, next], [elsewhere, second])).toEqual({
      calls: [elsewhere, next],
      over: [second],
    });
  });

  test('a call that was declined leads to a message, as its words say', () => {
    const call = directCall({ state: 'ended', startedMs: null, problem: 'declined' });
    show(stageOf(call));
    expect(screen.getByRole('alert').textContent).toBe('You can write a message instead.');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    press('Write a message');
    expect(center.dismiss).toHaveBeenLastCalledWith(call.callId);
    cleanup();
    show(stageOf(directCall({ state: 'ended', startedMs: null, problem: 'no_connection' })));
    expect(button('Close')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull();
  });

  test('whoever goes elsewhere from the stage of a call that is over finds the chat on coming back', () => {
    const call = directCall({ state: 'ended', startedMs: null, problem: 'declined' });
    show(stageOf(call), { openCallId: call.callId });
    expect(center.open).not.toHaveBeenCalled();
    cleanup();
    expect(center.open.mock.calls).toEqual([[null]]);
    show(stageOf(call), { openCallId: 'another' });
    cleanup();
    expect(center.open).toHaveBeenCalledTimes(1);
  });

  test('the green button of a call that failed for want of a microphone is the one that works', () => {
    show(stageOf(directCall({ state: 'ended', startedMs: null, problem: 'microphone_refused' })));
    expect(button('Only listen').className).toContain('primary');
    expect(button('Call again by voice').className).not.toContain('primary');
  });

  test('who only listens is shown as that, of two and of many', () => {
    show(stageOf(directCall({ other: { listens: true, micMuted: true } })));
    expect(screen.getByRole('img', { name: 'Only listens' })).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'Microphone off' })).toBeNull();
    cleanup();
    const participants = [{ ...groupPerson(2), listens: true }, groupPerson(3), groupPerson(5)];
    show(stageOf(groupCall({ participants })));
    const [listener, muted] = screen.getAllByRole('listitem');
    expect(within(listener as HTMLElement).getByRole('img', { name: 'Only listens' })).toBeTruthy();
    expect(within(muted as HTMLElement).getByRole('img', { name: 'Microphone off' })).toBeTruthy();
  });

  test('the note says how to go on with what one began: to join again, to call again, or to unmute', () => {
    const { set } = show(<FloatingCall />, { failed: 'no_microphone', way: { joins: true } });
    expect(screen.getByRole('alert').textContent).toContain('then join again');
    set({ way: null });
    expect(screen.getByRole('alert').textContent).toContain('then call again');
    cleanup();
    show(stageOf(directCall({ notice: 'microphone_busy' })));
    expect(screen.getByRole('alert').textContent).toContain('then unmute');
  });
});

describe('among verified people alone', () => {
  test('a call that was cut leads to verifying, with the keyboard there, and again to calling once that is done', async () => {
    for (const problem of ['only_verified', 'not_verified'] as const) {
      const { engine } = show(stageOf(directCall({ state: 'ended', problem })));
      await waitFor(() => expect(button('Verify')).toBeTruthy());
      expect(screen.queryByRole('button', { name: /^Call again/ })).toBeNull();
      await waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'));
      press('Verify');
      await waitFor(() => expect(asked(engine)).toHaveLength(1));
      expect(asked(engine)).toEqual([{ own: false, userId: priya, roomId: roomId('dm-priya') }]);
      engine.update({ identityTrust: { [priya]: 'verified' } } as never);
      await waitFor(() => expect(button('Call again by voice')).toBeTruthy());
      cleanup();
    }
  });

  test('a call that may not be placed leads there too', async () => {
    const verify = { userId: priya, roomId: roomId('dm-priya') };
    const { engine } = show(<FloatingCall />, { failed: 'only_verified', way: { verify } });
    press('Verify');
    expect(center.dismiss).toHaveBeenCalledWith(null);
    await waitFor(() => expect(asked(engine)).toEqual([{ own: false, ...verify }]));
  });

  test('of an account beside the one on show, its pages are shown first: they have the verification', async () => {
    const showAccount = jest.fn();
    const verify = { userId: priya, roomId: roomId('dm-priya') };
    const { engine } = show(
      <ShownContext value={{ isShown: false, show: showAccount }}>
        <FloatingCall />
      </ShownContext>,
      { failed: 'only_verified', way: { verify } },
    );
    press('Verify');
    expect(showAccount).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(asked(engine)).toEqual([{ own: false, ...verify }]));
  });

  test('a ring that may not be answered says so, silently, and is answered once they are verified', async () => {
    const ring: CallRing = {
      ...{ callId: 'rings', roomId: roomId('dm-priya'), roomName: '', caller: people.priya },
      ...{ group: false, waiting: false, startedMs: 1, ringsUntilMs: 9e15 },
      ...{ media: 'voice', leftOut: true },
    };
    const { engine } = show(<RingCards say={() => undefined} />, {}, { callRings: [ring] });
    const card = await screen.findByRole('alertdialog');
    expect(card.textContent).toContain('You talk only with people you have verified.');
    expect(within(card).queryByRole('button', { name: 'Answer' })).toBeNull();
    press('Verify');
    await waitFor(() => expect(asked(engine)).toHaveLength(1));
    press('Decline');
    expect(center.decline).toHaveBeenCalledWith(ring.roomId, 'rings');
    engine.update({ callRings: [{ ...ring, waiting: true, leftOut: false }] });
    expect(await within(card).findByRole('button', { name: 'Answer' })).toBeTruthy();
  });

  test('the menu of who is left out in a call of many leads to verifying them, in the chat of the two', async () => {
    const participants = [
      { ...groupPerson(0), leg: 'left_out' as const },
      groupPerson(1),
      groupPerson(5),
    ];
    const call = groupCall({ participants });
    const { engine } = show(stageOf(call));
    press('More for Priya Venn');
    expect(screen.queryByRole('button', { name: 'Verify…' })).toBeNull();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    press('More for Tomas Okafor');
    press('Verify…');
    await waitFor(() =>
      expect(asked(engine)).toEqual([
        { own: false, userId: groupPerson(0).userId, roomId: call.roomId },
      ]),
    );
    // No dialog covers the text of the verification.
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'More for Tomas Okafor' })).toBeNull(),
    );
  });

  test('whoever switches it on in a call hears who was cut off, once, wherever they are', async () => {
    const reached = [groupPerson(0), groupPerson(1), groupPerson(5)];
    const { set, engine } = show(<CutOffNews />, {
      calls: [groupCall({ participants: reached })],
    });
    const cut = reached.map((one, index) =>
      index === 0 ? { ...one, leg: 'left_out' as const } : one,
    );
    set({ calls: [groupCall({ participants: cut })] });
    set({ calls: [groupCall({ participants: cut })] });
    const news = await screen.findAllByText(/Tomas Okafor.* is not verified/);
    expect(news).toHaveLength(1);
    expect(screen.queryByText(/Priya Venn.* is not verified/)).toBeNull();
    press('Verify…');
    await waitFor(() => expect(asked(engine)).toMatchObject([{ userId: groupPerson(0).userId }]));
  });

  test('who speaks to verified people alone is named where it is told, with the way to it', async () => {
    const refusing = { ...groupPerson(0), leg: 'refused' as const };
    const participants = [refusing, groupPerson(1), groupPerson(5)];
    const { engine } = show(stageOf(groupCall({ participants, notice: 'leg_refused' })));
    fireEvent.click(
      within(screen.getByRole('alert')).getByRole('button', { name: /^Verify .*Tomas/ }),
    );
    await waitFor(() => expect(asked(engine)).toMatchObject([{ userId: refusing.userId }]));
  });
});

test('alone in a call, one reads whether it rings at the others, and whether they have left or are to come', () => {
  const participants = [groupPerson(5)];
  show(stageOf(groupCall({ participants, rings: true })));
  expect(screen.getByText(/^Ringing everybody in the room/)).toBeTruthy();
  expect(screen.queryByText(/Everybody in the room sees/)).toBeNull();
  cleanup();
  show(stageOf(groupCall({ participants })));
  expect(screen.getByText(/Nobody else is in it yet/)).toBeTruthy();
  cleanup();
  show(stageOf(groupCall({ participants, othersLeft: true })));
  expect(screen.getByText(/Everybody else has left/)).toBeTruthy();
});

describe('the keyboard goes back to where it was', () => {
  const write = (
    <button type="button" key="write">
      Write
    </button>
  );
  const ring: CallRing = {
    ...{ callId: 'rings', roomId: roomId('dm-priya'), roomName: '', caller: people.priya },
    // Silently: nothing is heard here.
    ...{ group: false, waiting: true, startedMs: 1, ringsUntilMs: 9e15 },
    ...{ media: 'voice', leftOut: false },
  };
  const take = async (name: string): Promise<void> => {
    (await screen.findByRole('button', { name })).focus();
    press(name);
  };
  const isBack = () => waitFor(() => expect(document.activeElement).toBe(button('Write')));

  test('after a ring that was declined, and after one that ended by itself', async () => {
    const { engine } = show(
      [write, <RingCards key="rings" say={() => undefined} />],
      {},
      { callRings: [ring] },
    );
    button('Write').focus();
    await take('Decline');
    act(() => engine.update({ callRings: [] }));
    await isBack();
    act(() => engine.update({ callRings: [{ ...ring, callId: 'again' }] }));
    (await screen.findByRole('button', { name: 'Answer' })).focus();
    act(() => engine.update({ callRings: [] }));
    await isBack();
  });

  test('but not after an answer: the stage has it, however late it comes', async () => {
    const call = directCall({ callId: 'rings' });
    const stage = (
      <CallPlace key="place" roomId={call.roomId} chat={null} onInvite={null}>
        {null}
      </CallPlace>
    );
    const shown = show(
      [write, <RingCards key="rings" say={() => undefined} />, stage],
      {},
      { callRings: [ring] },
    );
    button('Write').focus();
    await take('Answer');
    act(() => shown.engine.update({ callRings: [] }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await act(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
    shown.set({ calls: [call], openCallId: 'rings' });
    await waitFor(() =>
      expect(screen.getByRole('main').contains(document.activeElement)).toBe(true),
    );
  });

  test('after the card of a call that could not begin, and of one that was cut', async () => {
    const cutCall = {
      ...{ roomId: roomId('dm-priya'), roomName: 'Priya Venn', person: people.priya },
      ...{ media: 'voice' },
    } as never;
    const { set, engine } = show([write, <FloatingCalls key="calls" />], {
      failed: 'no_microphone',
    });
    button('Write').focus();
    await take('Close');
    set({ failed: null });
    await isBack();
    act(() => engine.update({ cutCall }));
    await take('Close');
    act(() => engine.update({ cutCall: null }));
    await isBack();
  });
});

describe('a call between two in a window of its own', () => {
  const call = directCall({ callId: 'popped' });
  const item = (() => {
    const [first] = callHistory.filter(({ person }) => person !== null);
    if (first === undefined) throw new Error('no call with a person');
    const now = { ...first.call, callId: 'popped', outcome: 'running' as const };
    return { ...first, roomId: call.roomId, call: now };
  })();

  function popOut(): Window {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const child = frame.contentWindow as Window & typeof globalThis;
    Object.assign(child.HTMLMediaElement.prototype, { play: async () => undefined });
    jest.spyOn(window, 'open').mockReturnValue(child as never);
    jest.spyOn(child, 'focus').mockImplementation(() => undefined);
    press('Open in a window of its own');
    return child;
  }
  afterEach(() => {
    jest.restoreAllMocks();
    document.querySelectorAll('iframe').forEach((frame) => frame.remove());
  });

  test('is marked in the list of rooms, and its room and its line among the calls lead to that window', async () => {
    show(
      <>
        <FloatingCall />
        <LiveMark roomId={call.roomId} />
        <LiveMark roomId={roomId('studio')} />
        <div data-testid="room">
          <GroupBanner roomId={call.roomId} />
        </div>
        <CallDetails item={item} calls={[item]} onBack={() => undefined} />
      </>,
      { calls: [call] },
    );
    const room = within(screen.getByTestId('room'));
    const details = within(screen.getByRole('main'));
    expect(screen.getAllByRole('img', { name: 'You are in a call' })).toHaveLength(1);
    expect(room.queryByRole('region')).toBeNull();
    const child = popOut();
    const banner = await room.findByRole('region', {
      name: 'Your call is in a window of its own.',
    });
    // The floating window is gone; the banner shows the call.
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    fireEvent.click(within(banner).getByRole('button', { name: 'Show the call' }));
    expect(child.focus).toHaveBeenCalledTimes(1);
    expect(details.getByText('Your call is in a window of its own.')).toBeTruthy();
    fireEvent.click(details.getByRole('button', { name: 'Show the call' }));
    expect(child.focus).toHaveBeenCalledTimes(2);
    expect(center.open).not.toHaveBeenCalled();
  });

  test('leaves the keyboard in this window where it was, when it goes there and when it is over', async () => {
    const { set } = show(
      <>
        <button type="button">Write</button>
        <FloatingCall />
      </>,
      { calls: [call] },
    );
    button('Write').focus();
    button('Open in a window of its own').focus();
    popOut();
    await waitFor(() => expect(document.activeElement).toBe(button('Write')));
    set({ calls: [{ ...call, state: 'ended', problem: 'other_side' }] });
    screen.getByRole('button', { name: 'Close' }).focus();
    set({ calls: [] });
    await waitFor(() => expect(document.activeElement).toBe(button('Write')));
  });

  test('has the keyboard at its controls, and shows oneself beside the other as the stage does', async () => {
    const stream = () => Object.assign(new EventTarget(), { getTracks: () => [] }) as never;
    const seen = directCall({
      ...{ callId: 'popped', media: 'video', cameraOff: false },
      own: { camera: { stream: stream(), muted: false } },
      other: { camera: { stream: stream(), muted: false } },
    });
    const { set } = show([<FloatingCall key="bar" />, <PopOutCall key="own" />], { calls: [seen] });
    const { document: own } = popOut();
    await waitFor(() => expect(own.activeElement?.getAttribute('aria-label')).toBe('Mute'));
    set({ calls: [{ ...seen, onHold: true }] });
    fireEvent.click(within(own.body).getByRole('button', { name: 'Resume' }));
    expect(center.resume).toHaveBeenCalledWith('popped');
    set({ calls: [seen] });
    const pictures = () => within(own.body).getAllByLabelText(/picture/i);
    const names = () => pictures().map((one) => one.getAttribute('aria-label'));
    expect(names()).toEqual(['Picture of Priya Venn', 'Your own picture']);
    set({ calls: [{ ...seen, cameraOff: true }] });
    expect(names()).toEqual(['Picture of Priya Venn']);
    // While the frame is there.
    cleanup();
  });

  test('is found from its line among the calls also where it floats', async () => {
    show(<CallDetails item={item} calls={[item]} onBack={() => undefined} />, { calls: [call] });
    expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
    press('Show the call');
    expect(center.open).toHaveBeenCalledWith('popped');
  });
});
