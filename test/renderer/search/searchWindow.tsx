// The window with messages that can be found, and what is pressed and looked at in its searches.
import '../jsdom';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { foundMessages } from '../../gallery/searchFixtures';

const accountId = 'account000';
export const larkfield = roomId('larkfield');

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
});

export async function open(world: Partial<World> = {}): Promise<FakeEngine> {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    messages: foundMessages,
    settings: { navigation },
    timelines: { [larkfield]: [message(people.priya, 'bleed', at(10, 12))] },
    ...world,
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  return engine;
}

export const key = (name: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
};
export const field = (): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: 'Search messages' });
export const chatField = (): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: 'Search this chat' });
export const type = (element: HTMLElement, value: string): void =>
  void fireEvent.change(element, { target: { value } });
/** Without the button that asks the server. */
export const hits = (list: HTMLElement): HTMLElement[] =>
  within(list)
    .getAllByRole('button')
    .filter(({ textContent }) => textContent !== 'Search on the server');
export const results = (): Promise<HTMLElement> =>
  screen.findByRole('list', { name: 'Messages found' });
