// "Files of this chat" loads older messages of its room until one brings a file, and says why it cannot.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { RoomFilesPanel } from '../../../renderer/features/files/roomFiles/RoomFilesPanel';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { found } from '../../gallery/panelsFixtures';
import { at, message, people, roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');

test('older messages are loaded until one brings a file; without a network it says so', async () => {
  const asked: (readonly [string, number])[] = [];
  let offline = false;
  const world = exampleWorld();
  const engine = createFakeEngine(
    { ...world, found: [] },
    {
      timeline: (_query, sink) => {
        sink.set([message(people.odile, 'words', at(9, 48))]);
        return {
          close: () => undefined,
          paginate: async (direction: 'back' | 'forward', count: number) => {
            asked.push([direction, count]);
            if (offline) throw appFailure('offline', 'no network');
            if (asked.length === 3) act(() => engine.update({ found }));
            return { reachedStart: false, reachedEnd: true };
          },
        };
      },
    },
  );
  render(
    <AccountWindow engine={engine}>
      <RoomFilesPanel roomId={larkfield} asked onClose={() => undefined} />
    </AccountWindow>,
  );
  await screen.findByText('No files in the messages loaded so far');
  const older = (): Promise<HTMLButtonElement> =>
    waitFor(() => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Load older files' });
      if (button.disabled || button.hasAttribute('data-pending')) throw new Error('not now');
      return button;
    });
  fireEvent.click(await older());
  await screen.findByRole('row', { name: 'gusset-detail.jpg' });
  await older();
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['back', 100]));
  offline = true;
  fireEvent.click(await older());
  await screen.findByText(/no connection|cannot be reached/);
});
