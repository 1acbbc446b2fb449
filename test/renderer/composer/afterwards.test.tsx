// Keyboard focus after a picture, poll or other non-text was sent: in the field; after a cancel, at its button.
import '../jsdom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { callsOf, field, open } from './composerWindow';

async function ask(entry: string, title: string): Promise<HTMLElement> {
  const attach = screen.getByRole('button', { name: 'Add files, a poll or a place' });
  attach.focus();
  fireEvent.click(attach);
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  const dialog = await screen.findByRole('dialog', { name: title });
  // Its own button has the focus again before the dialog takes it.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
}

const fill = (within_: HTMLElement, name: string, value: string): void =>
  void fireEvent.change(within(within_).getByRole('textbox', { name }), { target: { value } });

const press = (within_: HTMLElement, name: string): void => {
  const button = within(within_).getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
};

test('after a poll', async () => {
  const { engine } = await open();
  const dialog = await ask('Poll', 'Create a poll');
  fill(dialog, 'Question', 'When?');
  fill(dialog, 'Answer 1', 'Now');
  fill(dialog, 'Answer 2', 'Later');
  press(dialog, 'Send poll');
  await waitFor(() => expect(callsOf(engine, 'createPoll')).toHaveLength(1));
  const area = await field();
  await waitFor(() => expect(document.activeElement).toBe(area));
});

test('after a place', async () => {
  const { engine } = await open();
  const dialog = await ask('Place', 'Send a place');
  fill(dialog, 'Where', '51.5, -0.12');
  press(dialog, 'Send place');
  await waitFor(() => expect(callsOf(engine, 'sendLocation')).toHaveLength(1));
  const area = await field();
  await waitFor(() => expect(document.activeElement).toBe(area));
});

test('after a poll that was given up', async () => {
  await open();
  press(await ask('Poll', 'Create a poll'), 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Add files, a poll or a place' }),
    ),
  );
});

test('a place that was sent after its dialog had closed closes no other, and takes no focus', async () => {
  const { engine, store } = await open();
  const sent = Promise.withResolvers<{ transactionId: string }>();
  engine.answers.sendLocation = () => sent.promise as never;
  const dialog = await ask('Place', 'Send a place');
  fill(dialog, 'Where', '51.5, -0.12');
  press(dialog, 'Send place');
  await waitFor(() => expect(callsOf(engine, 'sendLocation')).toHaveLength(1));
  press(dialog, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const poll = await ask('Poll', 'Create a poll');
  const before = store.getState().navigation;
  sent.resolve({ transactionId: 'one' });
  await waitFor(() => expect(store.getState().navigation).not.toBe(before));
  await act(
    () =>
      new Promise((next) =>
        requestAnimationFrame(() => requestAnimationFrame(() => next(undefined))),
      ),
  );
  press(poll, 'Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Add files, a poll or a place' }),
    ),
  );
});

test('a place that was not sent is there again with its words; one that was sent is not', async () => {
  const { engine } = await open();
  const first = await ask('Place', 'Send a place');
  fill(first, 'Where', '51.5, -0.12');
  fill(first, 'What is there (optional)', 'The gate');
  fireEvent.keyDown(document.activeElement ?? first, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const second = await ask('Place', 'Send a place');
  const words = (at: HTMLElement): string[] =>
    within(at)
      .getAllByRole<HTMLInputElement>('textbox')
      .map(({ value }) => value);
  expect(words(second)).toEqual(['51.5, -0.12', 'The gate']);
  press(second, 'Send place');
  await waitFor(() => expect(callsOf(engine, 'sendLocation')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(words(await ask('Place', 'Send a place'))).toEqual(['', '']);
});
