// The files above the text: chosen, pasted, dropped, and all of them sent with one Enter.
import '../jsdom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { callsOf, field, larkfield, open, studio, type } from './composerWindow';

const file = (name: string): File => new File(['a'], name, { type: 'text/plain' });
const chips = (): string[] =>
  within(screen.getByRole('list', { name: 'Files to send' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent ?? '');

async function attach(...names: string[]): Promise<void> {
  fireEvent.change(screen.getByTestId('attach'), { target: { files: names.map(file) } });
  await screen.findByRole('button', { name: `Remove ${names[names.length - 1] ?? ''}` });
}

// jsdom has no Blob.arrayBuffer.
beforeAll(() => {
  Blob.prototype.arrayBuffer ??= async function arrayBuffer() {
    return new ArrayBuffer(1);
  };
});

/** The files of each handing over. */
const handed = (engine: Parameters<typeof callsOf>[0]) =>
  callsOf(engine, 'handOverFiles').map(
    ({ files }) => files as { readonly requestId: string; readonly ticket: string }[],
  );
/** Their tickets, by their last signs. */
const tickets = (engine: Parameters<typeof callsOf>[0]): string[] =>
  handed(engine).map((files) => files.map(({ ticket }) => ticket.at(-1)).join(''));

test('all of them are handed over in one call, and the text is the caption of the first one', async () => {
  const { engine } = await open();
  await attach('a.txt', 'b.txt');
  fireEvent.keyDown(await type('both'), { key: 'Enter' });
  await waitFor(() => expect(callsOf(engine, 'sendFiles')).toHaveLength(1));
  const [act] = callsOf(engine, 'handOverFiles');
  expect(act).toMatchObject({ caption: 'both', files: [{}, {}] });
  const [{ requestId, previews } = {}] = callsOf(engine, 'sendFiles');
  expect([requestId, previews]).toEqual([act?.requestId, [null, null]]);
  expect(callsOf(engine, 'sendMessage')).toEqual([]);
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull();
});

test('one that cannot be read stays with those behind it; the caption is not sent twice', async () => {
  let tries = 0;
  const { engine } = await open((fake) => {
    fake.answers.sendFiles = ({ previews }) => {
      tries += 1;
      return tries === 1
        ? { sent: 1, error: appFailure('too_large', 'no').error }
        : { sent: previews.length, error: null };
    };
  });
  await attach('a.txt', 'b.txt', 'c.txt');
  fireEvent.keyDown(await type('three'), { key: 'Enter' });
  await waitFor(() => expect(chips()).toEqual(['b.txt', 'c.txt']));
  expect((await field()).value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(callsOf(engine, 'sendFiles')).toHaveLength(2));
  expect(callsOf(engine, 'handOverFiles').map(({ caption }) => caption)).toEqual(['three', null]);
  // The same request ids: had they been sent after all, they would not be sent twice.
  const [first, second] = handed(engine).map((files) => files.map(({ requestId }) => requestId));
  expect(second).toEqual(first?.slice(1));
});

test('what is written meanwhile leaves at once: the engine keeps the order', async () => {
  let end = (): void => undefined;
  const { engine } = await open((fake) => {
    fake.answers.sendFiles = () =>
      new Promise((resolve) => {
        end = () => resolve({ sent: 1, error: null });
      });
  });
  await attach('a.txt');
  fireEvent.keyDown(await type('caption'), { key: 'Enter' });
  fireEvent.keyDown(await type('behind'), { key: 'Enter' });
  await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
  expect(callsOf(engine, 'handOverFiles')).toHaveLength(1);
  end();
});

test('one whose ticket was used up, or ended with its engine, goes with a new one', async () => {
  let given = 0;
  const { engine } = await open(
    (fake) => {
      fake.answers.handOverFiles = ({ files }) => {
        if (files[0]?.ticket !== 'ticket-ticket-ticket-3')
          throw appFailure('ticket_invalid', 'Unknown file ticket');
        return {};
      };
    },
    false,
    (shell) => {
      shell.tickets = (files) =>
        files.map(() => ({
          ...{ ticket: `ticket-ticket-ticket-${(given += 1)}`, fileName: 'a.txt' },
          ...{ sizeBytes: 1, mimeType: null, isFolder: false },
        }));
    },
  );
  await attach('a.txt');
  fireEvent.keyDown(await type('caption'), { key: 'Enter' });
  // The second one is no good either: asked once, and then it comes back.
  await waitFor(() => expect(chips()).toEqual(['a.txt']));
  expect(tickets(engine)).toEqual(['1', '2']);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(tickets(engine)).toEqual(['1', '2', '2', '3']));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull());
});

test('the first one refused gives the text back', async () => {
  await open((fake) => {
    fake.answers.handOverFiles = () => {
      throw appFailure('too_large', 'no');
    };
  });
  await attach('a.txt');
  fireEvent.keyDown(await type('caption'), { key: 'Enter' });
  await waitFor(() => expect(chips()).toEqual(['a.txt']));
  expect((await field()).value).toBe('caption');
  fireEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull();
});

test('pasted bytes are handed over before they are sent, and once more when their ticket has ended', async () => {
  let given = 0;
  const { engine } = await open((fake) => {
    fake.answers.beginBlob = () => ({ ticket: `ticket-ticket-ticket-${(given += 1)}` });
    fake.answers.handOverFiles = ({ files }) => {
      if (files[0]?.ticket.endsWith('-1') === true)
        throw appFailure('ticket_invalid', 'Unknown file ticket');
      return {};
    };
  });
  const clipboardData = { files: [file('pasted.txt')], types: ['Files'], getData: () => '' };
  fireEvent.paste(await field(), { clipboardData });
  await screen.findByRole('button', { name: 'Remove pasted.txt' });
  await waitFor(() => expect(callsOf(engine, 'appendBlob')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(tickets(engine)).toEqual(['1', '2']));
  await waitFor(() => expect(callsOf(engine, 'sendFiles')).toHaveLength(1));
});

test('stay with their room, pasted ones too', async () => {
  const { engine, go: visit } = await open();
  const clipboardData = { files: [file('pasted.txt')], types: ['Files'], getData: () => '' };
  fireEvent.paste(await field(), { clipboardData });
  await screen.findByRole('button', { name: 'Remove pasted.txt' });
  visit(studio);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull());
  visit(larkfield);
  await waitFor(() => expect(chips()).toEqual(['pasted.txt']));
  fireEvent.click(screen.getByRole('button', { name: 'Remove pasted.txt' }));
  // Its bytes are not kept.
  await waitFor(() => expect(callsOf(engine, 'dropBlob')).toHaveLength(1));
});

test('are kept with the draft, and those of an earlier run stand before what is added', async () => {
  const bytes = Uint8Array.from('all of it', (letter) => letter.charCodeAt(0));
  const old = { ticket: 'ticket-ticket-ticket-old', fileName: 'old.txt', mimeType: 'text/plain' };
  const { engine } = await open(
    (fake) => {
      fake.answers.draftFiles = ({ roomId }) => ({
        files: roomId === larkfield ? [{ ...old, sizeBytes: bytes.length }] : [],
      });
      fake.answers.readDraftFile = ({ from }) => ({
        bytes: bytes.slice(from, from + 4),
        next: from + 4 < bytes.length ? from + 4 : null,
      });
    },
    false,
    (shell) => {
      shell.tickets = (files) =>
        files.map((_file, index) => ({
          ...{ ticket: `ticket-ticket-ticket-${index}`, fileName: `new${index}.txt` },
          ...{ sizeBytes: 1, mimeType: null, isFolder: false },
        }));
    },
  );
  await attach('new0.txt', 'new1.txt');
  expect(chips()).toEqual(['old.txt', 'new0.txt', 'new1.txt']);
  screen.getByText('9 bytes');
  expect(callsOf(engine, 'readDraftFile').map(({ from }) => from)).toEqual([0, 4, 8]);
  // Together, and the old one has its place already.
  expect(callsOf(engine, 'keepDraftFiles').map(({ tickets: kept }) => kept)).toEqual([
    ['ticket-ticket-ticket-0', 'ticket-ticket-ticket-1'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove new0.txt' }));
  await waitFor(() =>
    expect(callsOf(engine, 'dropBlob')).toEqual([{ ticket: 'ticket-ticket-ticket-0' }]),
  );
  fireEvent.keyDown(await type('words'), { key: 'Enter' });
  await waitFor(() => expect(handed(engine)).toHaveLength(1));
  expect(handed(engine)[0]?.map(({ ticket }) => ticket)).toEqual([
    old.ticket,
    'ticket-ticket-ticket-1',
  ]);
});

/** Holds files over the pane, which takes them once its part for that is loaded. */
async function hold(files: readonly File[]) {
  const dataTransfer = { files, types: ['Files'], dropEffect: 'none' };
  const pane = screen.getByRole('main');
  await waitFor(() => {
    fireEvent.dragEnter(pane, { dataTransfer });
    screen.getByText('Drop to attach');
  });
  return { drop: () => fireEvent.drop(pane, { dataTransfer }) };
}

test('dropped on the pane they stand above the text', async () => {
  await open();
  const held = await hold([file('dropped.txt')]);
  held.drop();
  await screen.findByRole('button', { name: 'Remove dropped.txt' });
  expect(screen.queryByText('Drop to attach')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove dropped.txt' }));
});

test('a dropped folder is not taken and says where it belongs; the file beside it is', async () => {
  await open();
  const folder = new File([], 'Plans', { type: 'inode/directory' });
  const files = [file('kept.txt'), folder];
  const held = await hold(files);
  held.drop();
  await screen.findByText(/A chat takes files, not folders/);
  const taken = screen.getByRole('list', { name: 'Files to send' });
  expect(within(taken).getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove kept.txt' }));
});
