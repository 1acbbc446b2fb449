// The key that mutes from anywhere, in a window with calls of several accounts: which call it means.
import '../jsdom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { AccountProvider, useAccount, useWindowState } from '#app/context';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import type { CallCenter, CallsState } from '../../../renderer/features/calls/center';
import { createCenters, type Centers } from '../../../renderer/features/calls/centers';
import { CallsContext } from '../../../renderer/features/calls/context';
import { useCallRequest } from '../../../renderer/features/calls/ring/useAnswer';
import { AccountWindow, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { directCall, groupCall } from '../../gallery/callSnapshots';

const first = 'account000';
const second = 'account001';

function Asks({ accountId, center }: { readonly accountId: string; readonly center: CallCenter }) {
  return (
    <AccountProvider account={{ ...useAccount(), accountId }}>
      <CallsContext value={center}>
        <Carries />
      </CallsContext>
    </AccountProvider>
  );
}
function Carries() {
  useCallRequest(useAccount().accountId === first);
  return <p>listens</p>;
}

/** Both accounts have these calls, and main asks with the key for the call of the first one. */
async function pressed(
  ofFirst: readonly CallSnapshot[],
  ofSecond: readonly CallSnapshot[],
): Promise<string[]> {
  const did: string[] = [];
  const centerOf = (calls: readonly CallSnapshot[]): CallCenter => {
    const now: CallsState = { calls, openCallId: null, joining: null, failed: null };
    const session = (callId: string) => ({
      setMicrophone: async (on: boolean) => void did.push(`${callId} ${on ? 'opens' : 'mutes'}`),
    });
    return { get: () => now, subscribeAtOnce: () => () => undefined, session } as never;
  };
  const [one, two] = [centerOf(ofFirst), centerOf(ofSecond)];
  let centers: Centers | null = null;
  let shell: FakeShell | null = null;
  function Grab(): null {
    centers = useWindowState(createCenters);
    return null;
  }
  const { unmount } = render(
    <AccountWindow engine={createFakeEngine(exampleWorld())} onShell={(fake) => (shell = fake)}>
      <Grab />
      <Asks accountId={first} center={one} />
      <Asks accountId={second} center={two} />
    </AccountWindow>,
  );
  await waitFor(() => expect(screen.getAllByText('listens')).toHaveLength(2));
  const asked = ofFirst[0] as CallSnapshot;
  act(() => {
    centers?.add(first, one);
    centers?.add(second, two);
    shell?.update({
      callRequest: {
        ...{ accountId: first, roomId: asked.roomId, callId: asked.callId },
        ...{ act: 'toggle_mute', at: 1 },
      },
    });
  });
  await waitFor(() => expect(did).not.toEqual([]));
  unmount();
  return did;
}

const held = directCall({ callId: 'held', state: 'connected', onHold: true });
const talking = directCall({ callId: 'talking', state: 'connected' });

test('after "hold and answer" with another account, the call that is talked in: main names the one on hold', async () => {
  expect(await pressed([held], [talking])).toEqual(['talking mutes']);
  expect(await pressed([held, talking], [])).toEqual(['talking mutes']);
});

test('not the group of another account beside a call between two', async () => {
  const group = groupCall({ callId: 'group', state: 'connected' });
  expect(await pressed([group], [talking])).toEqual(['talking mutes']);
  expect(await pressed([group], [])).toEqual(['group mutes']);
});
