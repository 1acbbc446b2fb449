// The people who have read a message: from its faces and from its menu.
import '../jsdom';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { MessageReader } from '#contract/areas/messages/timelineModels';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const larkfield = roomId('larkfield');

async function open(readers: readonly MessageReader[], count = readers.length) {
  const item = message(mara, 'Bleed is 3 mm', at(10, 2), {
    eventId: '$own',
    readBy: [people.odile],
  });
  const engine = createFakeEngine({ ...exampleWorld(), timelines: { [larkfield]: [item] } });
  engine.answers.readBy = () => ({ readers: [...readers], count });
  render(
    <AccountWindow engine={engine}>
      <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
    </AccountWindow>,
  );
  await screen.findByText('Bleed is 3 mm');
  return engine;
}

const both = [
  { person: people.tomas, readAtMs: at(11, 30) },
  { person: people.odile, readAtMs: at(10, 5) },
];

test('a press on the faces names everybody, with the time of those who read no further', async () => {
  const engine = await open(both, 4);
  fireEvent.click(screen.getByRole('img', { name: `Read by ${people.odile.name}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Read by' });
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`${people.tomas.name}.*Read later messages$`)),
    expect.stringMatching(new RegExp(`${people.odile.name}.*10:05`)),
  ]);
  within(dialog).getByText('and 2 more');
  expect(called(engine, 'readBy')).toEqual([
    { roomId: larkfield, threadId: null, eventId: '$own' },
  ]);
});

test('the menu has it for keyboards; where nobody is known it says so', async () => {
  await open([]);
  fireEvent.contextMenu(screen.getByRole('article'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Read by' }));
  const dialog = await screen.findByRole('dialog', { name: 'Read by' });
  await within(dialog).findByText('Nobody is known to have read this yet.');
});

test('a time of an earlier day has its day, and the full date is its tooltip', async () => {
  await open([{ person: people.odile, readAtMs: at(10, 5, 1) }]);
  fireEvent.click(screen.getByRole('img', { name: `Read by ${people.odile.name}` }));
  const time = await screen.findByText('Yesterday, 10:05');
  expect(time.title).toMatch(/\d{4}.*10:05/);
});
