// A chat that is exported, over an engine in memory: what the dialog asks, what is written, and what is left when it cannot be.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ExportDialog } from '../../../renderer/features/exporting/ExportDialog';
import { AccountWindow, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { albumOf, people, roomId } from '../../gallery/fixtures';
import { appFailure } from '#contract/wire/errors';

const room = roomId('larkfield');
const ticket = 'ticket-of-a-folder';

function open(engine: FakeEngine): { shell: FakeShell; closed: jest.Mock } {
  const closed = jest.fn();
  let shell: FakeShell | null = null;
  render(
    <AccountWindow
      engine={engine}
      onShell={(made) => {
        made.saveFolder = ticket;
        shell = made;
      }}
    >
      <ExportDialog roomId={room} name="Larkfield identity" onClose={closed} />
    </AccountWindow>,
  );
  if (shell === null) throw new Error('no shell');
  return { shell, closed };
}

const inputsOf = (engine: FakeEngine, name: string): Record<string, unknown>[] =>
  engine.calls
    .filter((call) => call.name === name)
    .map(({ input }) => input as Record<string, unknown>);

const written = (engine: FakeEngine): string =>
  inputsOf(engine, 'exportWrite')
    .map(({ text }) => text)
    .join('');

const choose = async (): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a folder…' }));
};

test('a chat is written as pages, oldest first, and the folder is shown', async () => {
  const engine = createFakeEngine(exampleWorld());
  const { shell, closed } = open(engine);
  await choose();
  await screen.findByRole('dialog', { name: 'Exported' });
  expect(written(engine)).not.toContain('Earlier messages');
  expect(inputsOf(engine, 'exportBegin')).toEqual([
    { ticket, name: expect.stringMatching(/^Larkfield identity \d{4}-\d\d-\d\d$/) as string },
  ]);
  const page = new DOMParser().parseFromString(written(engine), 'text/html');
  const texts = [...page.querySelectorAll('article')].map(({ textContent }) => textContent);
  expect(texts[0]).toContain('Press slot is confirmed');
  expect(texts[1]).toContain('Bag proof with the warmer red');
  expect(inputsOf(engine, 'exportEnd')).toHaveLength(1);
  expect(inputsOf(engine, 'exportCancel')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Show in folder' }));
  await waitFor(() =>
    expect(shell.calls).toContainEqual({
      name: 'showSaved',
      input: { accountId: 'account000', transferId: 'export-of-a-chat' },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(closed).toHaveBeenCalled();
});

test('the copy of one who blocks somebody says that it is without their words, and so does its end', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), ignored: [people.tomas.userId] });
  open(engine);
  await screen.findByText(/^What people you blocked wrote is not in it/);
  await choose();
  const done = await screen.findByRole('dialog', { name: 'Exported' });
  within(done).getByText('What blocked people wrote is not in this copy.');
  expect(written(engine)).toMatch(/Copied on .*What blocked people wrote is not in this copy\./su);
});

test('a file that cannot be had is named in the page, counted, and ends nothing', async () => {
  const engine = createFakeEngine({
    ...exampleWorld(),
    timelines: { [room]: albumOf(people.odile) },
  });
  let asked = 0;
  engine.answers.exportFile = ({ fileName }) => {
    asked += 1;
    if (fileName === 'p2.jpg') throw appFailure('media_missing', 'Gone');
    return { path: `files/${fileName}` };
  };
  open(engine);
  await choose();
  const dialog = await screen.findByRole('dialog', { name: 'Exported' });
  expect(asked).toBe(5);
  expect(dialog.textContent).toContain('5 messages written, 4 files');
  expect(dialog.textContent).toContain('1 file could not be had');
  const page = new DOMParser().parseFromString(written(engine), 'text/html');
  const pictures = [...page.querySelectorAll('img')].map((one) => one.getAttribute('src'));
  expect(pictures).toEqual(['files/p1.jpg', 'files/p3.jpg', 'files/p4.jpg', 'files/p5.jpg']);
  expect(page.body.textContent).toMatch(/p2\.jpg.*not in this copy/u);
});

test('a full disk ends it: nothing is left, and the form says why', async () => {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.exportWrite = () => {
    throw appFailure('disk_full', 'The disk is full');
  };
  open(engine);
  await choose();
  await screen.findByText(/disk is full/i);
  expect(inputsOf(engine, 'exportCancel')).toHaveLength(1);
  expect(inputsOf(engine, 'exportEnd')).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Choose a folder…' })).toBeDefined();
});

test.each([
  ['forbidden', 'Nothing can be written into that folder. Choose another one.'],
  ['not_found', 'That folder is no longer there. Choose another one.'],
] as const)('a folder that takes nothing (%s) is what the form speaks of', async (code, words) => {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.exportBegin = () => {
    throw appFailure(code, 'No', { data: { reason: 'place' } });
  };
  open(engine);
  await choose();
  await screen.findByText(words);
  cleanup();
  // Without that reason it is the server that speaks.
  engine.answers.exportBegin = () => {
    throw appFailure(code, 'No');
  };
  open(engine);
  await choose();
  await screen.findByRole('alert');
  expect(screen.queryByText(words)).toBeNull();
});

test('Escape does not end a running export; Cancel does, and what was written is deleted', async () => {
  const engine = createFakeEngine(exampleWorld());
  const { promise, resolve } = Promise.withResolvers<Record<string, never>>();
  engine.answers.exportWrite = () => promise as never;
  const { closed } = open(engine);
  await choose();
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(closed).not.toHaveBeenCalled();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel export' }));
  resolve({});
  await waitFor(() => expect(inputsOf(engine, 'exportCancel')).toHaveLength(1));
  await screen.findByRole('button', { name: 'Choose a folder…' });
});

test('without a connection the messages that are here are written, and the copy says that older ones are missing', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), olderRefused: true });
  open(engine);
  await choose();
  const dialog = await screen.findByRole('dialog', { name: 'Exported' });
  expect(dialog.textContent).toContain('Older messages could not be had');
  expect(dialog.textContent).not.toContain('in between');
  expect(written(engine)).toContain('Earlier messages are not in this copy');
  expect(written(engine)).toContain('Press slot is confirmed');
});

test('Cancel is heard at once, also while a file is fetched', async () => {
  const engine = createFakeEngine({
    ...exampleWorld(),
    timelines: { [room]: albumOf(people.odile) },
  });
  const fetching = Promise.withResolvers<never>();
  engine.answers.exportFile = () => fetching.promise as never;
  engine.answers.exportCancel = () => {
    fetching.reject(appFailure('cancelled', 'Cut'));
    return {};
  };
  open(engine);
  await choose();
  await waitFor(() => expect(inputsOf(engine, 'exportFile')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel export' }));
  await screen.findByRole('button', { name: 'Choose a folder…' });
  expect(inputsOf(engine, 'exportCancel')).toHaveLength(1);
  expect(inputsOf(engine, 'exportFile')).toHaveLength(1);
});

test('nothing is begun for a dialog that closed while the folder was chosen, and a second press asks for no second folder', async () => {
  const engine = createFakeEngine(exampleWorld());
  open(engine);
  const button = await screen.findByRole('button', { name: 'Choose a folder…' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Exported' });
  expect(written(engine)).not.toContain('Earlier messages');
  expect(inputsOf(engine, 'exportBegin')).toHaveLength(1);
  cleanup();
  const other = createFakeEngine(exampleWorld());
  const { shell } = open(other);
  const folder = Promise.withResolvers<void>();
  const whole = jest.spyOn(shell.client, 'call').mockImplementation((async () => {
    await folder.promise;
    return { ticket };
  }) as never);
  await choose();
  await waitFor(() => expect(whole).toHaveBeenCalled());
  cleanup();
  await act(async () => folder.resolve());
  expect(inputsOf(other, 'exportBegin')).toHaveLength(0);
});

test('who uses the keyboard stays in the dialog, and is not told each number', async () => {
  const engine = createFakeEngine(exampleWorld());
  const writing = Promise.withResolvers<never>();
  engine.answers.exportWrite = () => writing.promise as never;
  open(engine);
  await choose();
  const dialog = await screen.findByRole('alertdialog');
  const bar = within(dialog).getByRole('progressbar');
  expect(bar.getAttribute('aria-valuetext')).toBe(bar.textContent);
  expect(within(dialog).queryByRole('status')).toBeNull();
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  writing.reject(appFailure('disk_full', 'Full'));
  await screen.findByText(/disk is full/i);
  await waitFor(() =>
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
  );
});
