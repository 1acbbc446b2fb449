// The key that is held to talk, in the window: when it is held here, and what it does with the microphone of which call.
import { fireEvent, renderHook, waitFor } from '@testing-library/react';
import { talk, useHeldHere } from '../../../renderer/features/calls/keys/useTalkKey';

const here = [window];

function held(accelerator: string | null, windows: readonly Window[] = here) {
  const { result } = renderHook(() => useHeldHere(accelerator, false, windows));
  return {
    isHeld: () => result.current,
    down: (code: string, more: object = {}) => fireEvent.keyDown(document.body, { code, ...more }),
    up: (code: string, more: object = {}) => fireEvent.keyUp(document.body, { code, ...more }),
  };
}

describe('held in this window', () => {
  test('from its press to its release, however it repeats; the window beneath does not see it', () => {
    const { isHeld, down, up } = held('F9');
    expect([down('F8'), isHeld()]).toEqual([true, false]);
    expect([down('F9'), down('F9'), isHeld()]).toEqual([false, false, true]);
    up('F8');
    expect(isHeld()).toBe(true);
    up('F9');
    expect(isHeld()).toBe(false);
  });

  test('keys that are held together end with whichever is let go first', () => {
    const { isHeld, down, up } = held('Control+Shift+M');
    down('KeyM', { ctrlKey: true });
    expect(isHeld()).toBe(false);
    down('KeyM', { ctrlKey: true, shiftKey: true });
    expect(isHeld()).toBe(true);
    up('ShiftLeft', { ctrlKey: true });
    expect(isHeld()).toBe(false);
  });

  test('the right Ctrl key alone, not the left one', () => {
    const { isHeld, down, up } = held('ControlRight');
    down('ControlLeft', { ctrlKey: true });
    expect(isHeld()).toBe(false);
    down('ControlRight', { ctrlKey: true });
    expect(isHeld()).toBe(true);
    up('ControlRight');
    expect(isHeld()).toBe(false);
  });

  test('let go when the window is no longer in front; without a key, or while one is recorded, never', () => {
    const f9 = held('F9');
    f9.down('F9');
    fireEvent.blur(window);
    expect(f9.isHeld()).toBe(false);
    const recorder = document.createElement('button');
    recorder.setAttribute('data-records-keys', '');
    document.body.append(recorder);
    recorder.focus();
    f9.down('F9');
    expect(f9.isHeld()).toBe(false);
    recorder.remove();
    const none = held(null);
    none.down('F9');
    expect(none.isHeld()).toBe(false);
  });

  test("in the call's own window as well, whatever has the focus in the other", () => {
    const frame = document.createElement('iframe');
    const recorder = document.createElement('button');
    recorder.setAttribute('data-records-keys', '');
    document.body.append(frame, recorder);
    recorder.focus();
    const child = frame.contentWindow as Window;
    const f9 = held('F9', [window, child]);
    const press = (): void => void fireEvent.keyDown(child.document.body, { code: 'F9' });
    press();
    expect(f9.isHeld()).toBe(true);
    fireEvent.keyUp(child.document.body, { code: 'F9' });
    expect(f9.isHeld()).toBe(false);
    press();
    fireEvent.blur(child);
    expect(f9.isHeld()).toBe(false);
    frame.remove();
    recorder.remove();
  });
});

interface Call {
  readonly micMuted: boolean;
  readonly isPtt?: boolean;
  readonly onHold?: boolean;
  readonly state?: string;
}

/** One call between two, one of many, and what their microphones were told; an opening takes until `opened`. */
function setUp(two: Call | null, many: Call | null) {
  const told: string[] = [];
  const opening = Promise.withResolvers<void>();
  const session = (name: string) => ({
    setMicrophone: async (on: boolean) => {
      told.push(`${name} ${on ? 'on' : 'off'}`);
      if (on) await opening.promise;
    },
  });
  const call = (callId: string, { isPtt = false, ...more }: Call) => {
    const can = { pushToTalk: isPtt };
    return { callId, state: 'connected', onHold: false, can, ...more };
  };
  const calls = [
    ...(two === null ? [] : [call('two', two)]),
    ...(many === null ? [] : [call('many', many)]),
  ];
  const close = talk({ get: () => ({ calls }), session } as never);
  return { told, close, opened: opening.resolve };
}

describe('what it does', () => {
  test('opens the closed microphone of a call, and closes it again when it has opened', async () => {
    const { told, close, opened } = setUp({ micMuted: true }, null);
    close?.();
    expect(told).toEqual(['two on']);
    opened();
    await waitFor(() => expect(told).toEqual(['two on', 'two off']));
  });

  test('an open microphone stays as it is', () => {
    const { told, close } = setUp({ micMuted: false }, null);
    expect([told, close]).toEqual([[], null]);
    expect(setUp(null, null).close).toBeNull();
  });

  test('a call on hold is not talked in; the group call is', () => {
    expect(setUp({ micMuted: true, onHold: true }, { micMuted: true }).told).toEqual(['many on']);
    expect(setUp({ micMuted: true, state: 'ended' }, null).close).toBeNull();
  });

  test('push to talk: the press and the release of the button, the release at once', () => {
    const { told, close } = setUp(null, { micMuted: true, isPtt: true });
    close?.();
    expect(told).toEqual(['many on', 'many off']);
  });
});
