// Reply and Edit lead into the field, however often they are pressed for one message.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { composerFieldId } from '#app/composing';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const larkfield = roomId('larkfield');
const field = () => document.getElementById(composerFieldId) as HTMLTextAreaElement | null;

async function open(): Promise<void> {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const theirs = message(people.odile, 'Bleed is 3 mm', at(10, 2), { eventId: '$one' });
  const mine = message(mara, 'Or 4 mm', at(10, 3), {
    ...{ eventId: '$two', editText: 'Or 4 mm', mine: true },
    actions: {
      ...{ react: true, reply: true, thread: true, forward: true, edit: true, redact: true },
      ...{ retry: false, cancel: false },
    },
  });
  const engine = createFakeEngine({
    ...exampleWorld(),
    settings: { navigation },
    timelines: { [larkfield]: [theirs, mine] },
  });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  await screen.findByText('Bleed is 3 mm');
  await waitFor(() => expect(field()).not.toBeNull());
}

/** By its key, on the message with this text. */
async function press(text: string, key: string): Promise<void> {
  const row = screen.getByText(text, { selector: 'article *' }).closest('article');
  if (row === null) throw new Error('no such message');
  act(() => row.focus());
  fireEvent.keyDown(row, { key });
  await waitFor(() => expect(document.activeElement).toBe(field()));
}

test('the second press of Reply on one message leads into the field, too', async () => {
  await open();
  await press('Bleed is 3 mm', 'r');
  await press('Bleed is 3 mm', 'r');
});

test('a second press of Edit keeps what was changed', async () => {
  await open();
  await press('Or 4 mm', 'e');
  const here = field();
  if (here === null) throw new Error('no field');
  fireEvent.change(here, { target: { value: 'Or 5 mm' } });
  await press('Or 4 mm', 'e');
  expect(field()?.value).toBe('Or 5 mm');
});
