// The stage of a call in which somebody else is to be talked to, or from which the last microphone was pulled out.
import '../jsdom';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { CallsAround } from '../../../renderer/features/calls/CallsAround';
import { FloatingCall } from '../../../renderer/features/calls/stage/floating/FloatingCall';
import { directCall } from '../../gallery/callSnapshots';
import { people } from '../../gallery/fixtures';
import { showCall, stageOf, withoutPlayers } from './showCall';

beforeAll(withoutPlayers);

const acts = { setMicrophone: jest.fn() };
const button = (name: string) => screen.getByRole('button', { name });

describe('a call that is handed over', () => {
  const other = people.tomas;
  const handover = {
    ...{ userId: other.userId, name: other.name, newCallId: 'next' },
    ...{ calls: true, roomId: null, accepted: false },
  };

  test('names whom the other side calls now', () => {
    const over = { state: 'ended', problem: 'handed_over', askedFor: other.name } as const;
    showCall(stageOf(directCall(over)), { center: {} });
    expect(screen.getByRole('alert').textContent).toBe(
      `The other side is calling \u2068${other.name}\u2069 now. You are no longer in it.`,
    );
  });

  test('to somebody whom this account has blocked cannot be followed, and says why', async () => {
    const { engine } = showCall(stageOf(directCall({ handover })), { center: {} });
    await screen.findByRole('button', { name: `Talk to ${other.name}` });
    expect(screen.getByRole('alert').textContent).not.toContain('blocked');
    engine.update({ ignored: [other.userId] });
    await screen.findByText(/You blocked this person\. Unblock them to call\./);
    expect(screen.queryByRole('button', { name: /^Talk to/ })).toBeNull();
    expect(button('Stay here')).toBeTruthy();
  });
});

test('a call with somebody who is blocked meanwhile ends; those with others go on', async () => {
  const hangUp = jest.fn();
  const [odile, tomas] = [people.odile, people.tomas];
  const calls = [
    directCall({ callId: 'with-odile', userId: odile.userId }),
    directCall({ callId: 'with-tomas', userId: tomas.userId }),
  ];
  const { engine } = showCall(<CallsAround />, {
    center: { session: (callId: string) => ({ hangUp: () => hangUp(callId) }) },
    state: { calls },
  });
  act(() => engine.update({ ignored: [odile.userId] }));
  await waitFor(() => expect(hangUp.mock.calls).toEqual([['with-odile']]));
});

test('in a call that goes on without a microphone its button says so, looks off and does nothing, until there is one', async () => {
  const devices: { kind: string; deviceId: string }[] = [{ kind: 'audiooutput', deviceId: 's' }];
  const media = Object.assign(new EventTarget(), { enumerateDevices: async () => devices });
  Object.assign(navigator, { mediaDevices: media });
  showCall(stageOf(directCall()), { center: {}, acts });
  const gone = await screen.findByRole('button', { name: 'No microphone' });
  expect(gone.className).toContain('warn');
  expect(gone.className).toContain('faded');
  fireEvent.click(gone);
  expect(acts.setMicrophone).not.toHaveBeenCalled();
  devices.push({ kind: 'audioinput', deviceId: '' });
  act(() => void media.dispatchEvent(new Event('devicechange')));
  fireEvent.click(await screen.findByRole('button', { name: 'Mute' }));
  expect(acts.setMicrophone).toHaveBeenCalledWith(false);
  cleanup();
  devices.pop();
  // The card beside other places says the same; who listens alone may ask for the microphone.
  const { set } = showCall(<FloatingCall />, {
    ...{ center: {}, acts },
    state: { calls: [directCall()] },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^No microphone\. Plug one in/ }));
  expect(acts.setMicrophone).toHaveBeenCalledTimes(1);
  set({ calls: [directCall({ micMuted: true })] });
  fireEvent.click(button('Unmute'));
  expect(acts.setMicrophone).toHaveBeenLastCalledWith(true);
  cleanup();
  Object.assign(navigator, { mediaDevices: undefined });
});
