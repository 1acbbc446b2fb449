// The message that a thread begins with, as the thread shows it.
import '../jsdom';
import { render, screen } from '@testing-library/react';
import type { TimelineActions } from '../../../renderer/features/timeline/context';
import { TimelineScopeProvider } from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people } from '../../gallery/fixtures';
import { threadId, threadRoom } from '../../gallery/threads';

const scope = {
  conversation: { roomId: threadRoom, threadId },
  roomId: threadRoom,
  actions: {} as TimelineActions,
  opened: new Set<string>(),
  engagement: createEngagement(),
  heard: { items: () => [], playback: null, leave: null },
  toggleFold: () => undefined,
};

test('below the message that a thread begins with stands how many answered, once somebody did', async () => {
  const rows = [0, 3].map((answers) => (
    <Row key={answers} item={message(people.odile, `with ${answers}`, at(9, 48), { answers })} />
  ));
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <TimelineScopeProvider value={scope}>{rows}</TimelineScopeProvider>
    </AccountWindow>,
  );
  await screen.findByText('with 3');
  expect(screen.getAllByRole('separator').map((one) => one.textContent)).toEqual(['3 answers']);
});
