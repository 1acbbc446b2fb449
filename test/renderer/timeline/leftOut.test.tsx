// The card of a message that went to verified people alone, as those read it who got no key.
import '../jsdom';
import { fireEvent, render, screen } from '@testing-library/react';
import {
  TimelineScopeProvider,
  type TimelineActions,
} from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, encryptionReady, mara, message, people } from '../../gallery/fixtures';

const verify = jest.fn();
const body = { type: 'undecryptable', reason: 'withheld_unverified', text: '** x **' } as const;

function show(sender: typeof mara, deviceVerified: boolean): void {
  const scope = {
    ...{ conversation: { roomId: '!room:example.org', threadId: null } },
    ...{ roomId: '!room:example.org', actions: { verify } as unknown as TimelineActions },
    ...{ opened: new Set<string>(), engagement: createEngagement() },
    ...{ heard: { items: () => [], playback: null, leave: null }, toggleFold: () => undefined },
  };
  const encryption = { ...encryptionReady, deviceVerified };
  render(
    <AccountWindow engine={createFakeEngine({ ...exampleWorld(), encryption })}>
      <TimelineScopeProvider value={scope}>
        <Row item={message(sender, '', at(10, 2), { body })} />
      </TimelineScopeProvider>
    </AccountWindow>,
  );
}

test('it says whom it went to, and the reader can begin to verify each other', async () => {
  show(people.odile, true);
  await screen.findByText(
    'This message went only to people and devices that its sender has verified.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Verify each other' }));
  expect(verify).toHaveBeenCalledTimes(1);
});

test.each([
  ['this computer is not confirmed', people.odile, false],
  ['it is the own account', mara, true],
] as const)('where %s verifying each other is not the way', async (_why, sender, verified) => {
  show(sender, verified);
  await screen.findByRole('button', { name: 'Why, and what to do' });
  if (!verified)
    await screen.findByText('The sender chose not to share this message with this computer.');
  expect(screen.queryByRole('button', { name: 'Verify each other' })).toBeNull();
});
