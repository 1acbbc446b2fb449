// The keys of the running call in the window: which call they mean where there are several.
import '../jsdom';
import { fireEvent, render, waitFor } from '@testing-library/react';
import type { CallCenter } from '../../../renderer/features/calls/center';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import { CallsContext } from '../../../renderer/features/calls/context';
import { CallKeys } from '../../../renderer/features/calls/keys/CallKeys';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { directCall } from '../../gallery/callSnapshots';

/** Presses that key beside these calls; says on which call it did what. */
async function press(code: 'KeyL' | 'KeyM', calls: readonly CallSnapshot[]): Promise<string[]> {
  const done: string[] = [];
  const state = { calls, openCallId: null, joining: null, failed: null };
  const session = (callId: string) => ({
    snapshot: () => calls.find((call) => call.callId === callId),
    hangUp: () => void done.push(`${callId} ended`),
    setMicrophone: async () => void done.push(`${callId} muted`),
  });
  const center = { get: () => state, subscribe: () => () => undefined, session };
  const { unmount } = render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <CallsContext value={center as unknown as CallCenter}>
        <CallKeys say={() => undefined} />
      </CallsContext>
    </AccountWindow>,
  );
  await waitFor(() => {
    fireEvent.keyDown(window, { code, key: code.slice(3), ctrlKey: true, shiftKey: true });
    expect(done).not.toEqual([]);
  });
  unmount();
  return done;
}

const held = directCall({ callId: 'held', state: 'connected', onHold: true });
const placed = directCall({ callId: 'placed', state: 'invite_sent' });
const talking = directCall({ callId: 'talking', state: 'connected' });

test('the call that is being placed is ended and muted, not the one on hold for it', async () => {
  expect(await press('KeyL', [held, placed])).toEqual(['placed ended']);
  expect(await press('KeyM', [held, placed])).toEqual(['placed muted']);
  expect(await press('KeyL', [placed, talking])).toEqual(['talking ended']);
  expect(await press('KeyL', [held])).toEqual(['held ended']);
});
