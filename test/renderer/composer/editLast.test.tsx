// ArrowUp pressed at the speed of a machine, right after Enter: the message just sent, or none; never the one before it.
import '../jsdom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { conversationKey } from '#app/composing';
import type { FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, mara, message } from '../../gallery/fixtures';
import { callsOf, inRoom, larkfield, open, type, type Opened } from './composerWindow';

const older = message(mara, 'The gusset is fne', at(10, 0), { key: 'own', eventId: '$own' });
const key = '~!larkfield:m1.0';

async function sendAndArrowUp(change: (engine: FakeEngine) => void): Promise<Opened> {
  const opened = await open((engine) => {
    engine.update({ timelines: { [larkfield]: [older] } });
    change(engine);
  }, true);
  await screen.findByText('The gusset is fne');
  const area = await type('The zip is here');
  fireEvent.keyDown(area, { key: 'Enter' });
  fireEvent.keyDown(area, { key: 'ArrowUp' });
  return opened;
}

const edited = ({ store }: Opened): string | null =>
  store.getState().composing[conversationKey(inRoom(larkfield))]?.edit?.text ?? null;

/** Waits for the engine's answer to the sent message, and for all that follows from it. */
async function answered({ engine }: Opened): Promise<void> {
  const isEmpty = ({ draft }: Record<string, unknown>): boolean =>
    (draft as { text?: string }).text === '';
  await waitFor(() => expect(callsOf(engine, 'saveDraft').some(isEmpty)).toBe(true));
  await act(async () => undefined);
}

test('one that waits so that it can be taken back', async () => {
  const opened = await sendAndArrowUp((engine) =>
    engine.update({ settings: { ...engine.world.settings, 'send.undoSeconds': 10 } }),
  );
  await waitFor(() => expect(callsOf(opened.engine, 'scheduleMessage')).toHaveLength(1));
  await answered(opened);
  expect(edited(opened)).toBeNull();
});

test('one that was refused, and is in the field again', async () => {
  const opened = await sendAndArrowUp((engine) => {
    engine.answers.sendMessage = () => {
      throw appFailure('forbidden', 'no');
    };
  });
  await waitFor(() => expect(screen.getByDisplayValue('The zip is here')).toBeTruthy());
  await act(async () => undefined);
  expect(edited(opened)).toBeNull();
});

test('one that is there and cannot be edited', async () => {
  const opened = await sendAndArrowUp((engine) => {
    engine.answers.sendMessage = () => ({ key });
  });
  await answered(opened);
  const sent = message(mara, 'The zip is here', at(10, 1), { key, editText: null });
  act(() => opened.engine.update({ timelines: { [larkfield]: [older, sent] } }));
  await screen.findByText('The zip is here');
  await act(async () => undefined);
  expect(edited(opened)).toBeNull();
});

test('one that is there, before a message of mine from another device', async () => {
  const opened = await sendAndArrowUp((engine) => {
    engine.answers.sendMessage = () => ({ key });
  });
  await answered(opened);
  const sent = message(mara, 'The zip is here', at(10, 1), { key });
  const other = message(mara, 'From the telephone', at(10, 2), { key: 'other' });
  act(() => opened.engine.update({ timelines: { [larkfield]: [older, sent, other] } }));
  await waitFor(() => expect(edited(opened)).toBe('The zip is here'));
});
