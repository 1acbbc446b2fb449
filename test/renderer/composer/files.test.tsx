// The files above the text: chosen, pasted, dropped, and all of them sent with one Enter.
import '../jsdom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { editStarted } from '#app/composing';
import { appFailure } from '#contract/wire/errors';
import { callsOf, field, inRoom, larkfield, open, studio, type } from './composerWindow';

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

test('one that the server would not take leaves again with words, the others stay', async () => {
  const { engine } = await open((fake) => {
    fake.answers.uploadLimit = () => ({ limitBytes: 1000 });
  });
  const large = new File(['a'.repeat(1001)], 'huge.bin');
  fireEvent.change(screen.getByTestId('attach'), { target: { files: [large, file('b.txt')] } });
  await screen.findByText(/huge\.bin.* was left out: your server takes no file larger than/);
  expect(chips()).toEqual(['b.txt']);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(handed(engine)).toHaveLength(1));
  expect(handed(engine)[0]).toHaveLength(1);
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

test('the caption stays in the stored draft until its files are handed over', async () => {
  const taken = Promise.withResolvers<Record<string, never>>();
  const { engine, go: visit } = await open((fake) => {
    fake.answers.handOverFiles = () => taken.promise;
  });
  await attach('a.txt');
  fireEvent.keyDown(await type('both of them'), { key: 'Enter' });
  await waitFor(() => expect(callsOf(engine, 'handOverFiles')).toHaveLength(1));
  expect((await field()).value).toBe('');
  // A window that goes now saves nothing over it.
  window.dispatchEvent(new Event('pagehide'));
  visit(studio);
  await waitFor(async () => expect((await field()).value).toBe(''));
  visit(larkfield);
  expect((await field()).value).toBe('');
  const saved = callsOf(engine, 'saveDraft').map(({ draft }) => (draft as { text: string }).text);
  expect(saved.at(-1)).toBe('both of them');
  taken.resolve({});
  await waitFor(() => expect(callsOf(engine, 'sendFiles')).toHaveLength(1));
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

const mebibyte = 1024 * 1024;
const waiting = (name: string, sizeBytes: number) => ({
  ...{ ticket: `ticket-ticket-ticket-${name}`, fileName: `${name}.txt`, sizeBytes },
  mimeType: null,
});

test('those of an earlier run come also where one looks away and back meanwhile', async () => {
  let end = (): void => undefined;
  const { go: visit } = await open((fake) => {
    fake.answers.draftFiles = ({ roomId }) =>
      new Promise((resolve) => {
        if (roomId !== larkfield) return resolve({ files: [] });
        end = () => resolve({ files: [waiting('old', 0)] });
        return undefined;
      });
  });
  visit(studio);
  visit(larkfield);
  await field();
  end();
  await waitFor(() => expect(chips()).toEqual(['old.txt']));
});

test('what was added while those of an earlier run could not be read stands there once', async () => {
  let isDown = true;
  const { engine, go: visit } = await open(
    (fake) => {
      fake.answers.draftFiles = ({ roomId }) => {
        if (isDown) throw appFailure('internal', 'no');
        const files = [waiting('old', 0), waiting('a', 1)];
        return { files: roomId === larkfield ? files : [] };
      };
    },
    false,
    (shell) => {
      shell.tickets = (files) =>
        files.map(() => ({ ...waiting('a', 1), isFolder: false, mimeType: null }));
    },
  );
  await attach('a.txt');
  isDown = false;
  visit(studio);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull());
  visit(larkfield);
  await waitFor(() => expect(chips()).toEqual(['old.txt', 'a.txt']));
  expect(callsOf(engine, 'draftFiles').length).toBeGreaterThan(2);
});

test('one whose bytes are not here stays where it waits when another one needs a new ticket', async () => {
  let given = 0;
  const { engine } = await open(
    (fake) => {
      const files = [waiting('large', 21 * mebibyte), waiting('broken', 3)];
      fake.answers.draftFiles = ({ roomId }) => ({ files: roomId === larkfield ? files : [] });
      fake.answers.readDraftFile = () => {
        throw appFailure('internal', 'no');
      };
      fake.answers.handOverFiles = (act) => {
        if (act.files.some(({ ticket }) => ticket.endsWith('-1')))
          throw appFailure('ticket_invalid', 'Unknown file ticket');
        return {};
      };
    },
    false,
    (shell) => {
      shell.tickets = (files) =>
        files.map(() => ({ ...waiting(String((given += 1)), 1), isFolder: false }));
    },
  );
  await attach('1.txt');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(tickets(engine)).toEqual(['en1', 'en2']));
  expect(callsOf(engine, 'dropBlob')).toEqual([{ ticket: 'ticket-ticket-ticket-1' }]);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull());
});

test('of very many no more bytes are read than a window can hold', async () => {
  const { engine } = await open((fake) => {
    const files = Array.from({ length: 30 }, (_file, index) => waiting(`n${index}`, 15 * mebibyte));
    fake.answers.draftFiles = ({ roomId }) => ({ files: roomId === larkfield ? files : [] });
    fake.answers.readDraftFile = () => ({ bytes: new Uint8Array(1), next: null });
  });
  await waitFor(() => expect(chips()).toHaveLength(30));
  expect(callsOf(engine, 'readDraftFile')).toHaveLength(6);
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

test('a message that is edited takes no file: no button offers it, and one that is dropped is refused with words', async () => {
  const { store, engine } = await open();
  await attach('a.txt');
  const edit = { eventId: '$own', text: 'The gusset', mentions: [] };
  act(() => void store.dispatch(editStarted({ conversation: inRoom(larkfield), ...edit })));
  const area = await field();
  await waitFor(() => expect(area.value).toBe('The gusset'));
  expect(screen.queryByTestId('attach')).toBeNull();
  fireEvent.paste(area, { clipboardData: { files: [file('b.txt')], types: ['Files'] } });
  await screen.findByText('A message that is edited takes no files. Finish the edit first.');
  fireEvent.keyDown(area, { key: 'Escape' });
  await screen.findByRole('button', { name: 'Remove a.txt' });
  expect(chips()).toEqual(['a.txt']);
  expect(callsOf(engine, 'editMessage')).toEqual([]);
});
