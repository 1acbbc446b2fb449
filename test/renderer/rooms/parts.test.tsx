// F6 leads from one part of the window to the next, as in other programs, and Shift+F6 back.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const accountId = 'account000';

async function open(): Promise<HTMLElement> {
  const fake = createFakeShell({ [accountId]: createFakeEngine(exampleWorld()) }, [
    accountRow(accountId),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return screen.findByRole('tree', { name: 'Chats' });
}

const f6 = (shiftKey = false): void =>
  void fireEvent.keyDown(document.activeElement ?? window, { key: 'F6', code: 'F6', shiftKey });

test('rail, list, messages, composer, panel, and round again', async () => {
  const tree = await open();
  fireEvent.click(await within(tree).findByRole('treeitem', { name: /Larkfield/ }));
  const field = await screen.findByRole('textbox', { name: /Larkfield/ });
  const log = await screen.findByRole('log', { name: 'Messages' });
  fireEvent.click(await screen.findByRole('button', { name: /^\d+ people/ }));
  const panel = await screen.findByRole('complementary');
  const rail = screen.getByRole('button', { name: 'Chats' });
  act(() => rail.focus());
  const way = [tree, log, field];
  for (const stop of way) {
    f6();
    expect(document.activeElement).toBe(stop);
  }
  f6();
  expect(panel.contains(document.activeElement)).toBe(true);
  f6();
  expect(document.activeElement).toBe(rail);
  f6(true);
  expect(panel.contains(document.activeElement)).toBe(true);
  for (const stop of way.toReversed()) {
    f6(true);
    expect(document.activeElement).toBe(stop);
  }
  // From what stands above the messages the next one are these.
  act(() => screen.getByRole('button', { name: 'More' }).focus());
  f6();
  expect(document.activeElement).toBe(log);
});

test('in the settings: rail, sections, and what is set', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  const tab = await screen.findByRole('tab', { selected: true });
  await waitFor(() => expect(document.activeElement).toBe(tab));
  await within(await screen.findByRole('tabpanel')).findAllByRole('button');
  f6();
  expect(screen.getByRole('main').contains(document.activeElement)).toBe(true);
  f6();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
});
