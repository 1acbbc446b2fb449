// F6 leads from one part of the window to the next, as in other programs, and Shift+F6 back.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { openFiles, press, rowOf } from '../files/filesWindow';
import { panelsWorld } from '../../gallery/panelsFixtures';
import { people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';

async function open(engine = createFakeEngine(exampleWorld())): Promise<HTMLElement> {
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
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

/** It waits behind another one, so that nothing is heard. */
const ring: CallRing = {
  ...{ callId: 'rings', roomId: roomId('dm-priya'), roomName: '', caller: people.priya },
  ...{ group: false, waiting: true, startedMs: 1, ringsUntilMs: 9e15 },
  ...{ media: 'voice', leftOut: false },
};

test('a ringing call is the next part, from wherever one is; its card neither answers nor declines, and every other part follows', async () => {
  const engine = createFakeEngine(exampleWorld());
  const tree = await open(engine);
  act(() => engine.update({ callRings: [ring] }));
  const calls = await screen.findByRole('region', { name: 'Incoming calls' });
  act(() => tree.focus());
  const card = within(calls).getByRole('alertdialog');
  const rail = screen.getByRole('button', { name: 'Chats' });
  f6();
  expect(document.activeElement).toBe(card);
  f6();
  expect(document.activeElement).toBe(rail);
  f6();
  expect(document.activeElement).toBe(tree);
  f6(true);
  f6(true);
  expect(document.activeElement).toBe(card);
  // Another one does not wait until F6 has gone round either.
  act(() => tree.focus());
  act(() => engine.update({ callRings: [ring, { ...ring, callId: 'second' }] }));
  await waitFor(() => expect(within(calls).getAllByRole('alertdialog')).toHaveLength(2));
  f6();
  expect(document.activeElement).toBe(within(calls).getAllByRole('alertdialog')[1]);
});

test('a call that goes on elsewhere is a part of its own, before the rail', async () => {
  const tree = await open();
  const bar = document.createElement('section');
  bar.dataset['part'] = '';
  bar.append(document.createElement('button'));
  document.body.append(bar);
  act(() => tree.focus());
  f6(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chats' }));
  f6(true);
  expect(bar.contains(document.activeElement)).toBe(true);
  f6();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chats' }));
  bar.remove();
});

test('in the files: rail, folders, files, and round again', async () => {
  const { tree, list: files } = await openFiles();
  const rail = screen.getByRole('button', { name: 'Files' });
  act(() => rail.focus());
  for (const stop of [tree, files, rail]) {
    f6();
    expect(document.activeElement).toBe(stop);
  }
  f6(true);
  expect(document.activeElement).toBe(files);
});

test('the transfers below the files are a part of their own, both ways', async () => {
  const { tree, list: files } = await openFiles('proofs', panelsWorld());
  const rail = screen.getByRole('button', { name: 'Files' });
  const transfers = await screen.findByRole('region', { name: 'Transfers' });
  act(() => files.focus());
  f6();
  expect(transfers.contains(document.activeElement)).toBe(true);
  f6();
  expect(document.activeElement).toBe(rail);
  f6(true);
  expect(transfers.contains(document.activeElement)).toBe(true);
  f6(true);
  expect(document.activeElement).toBe(files);
  f6(true);
  expect(document.activeElement).toBe(tree);
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

test('a notice with something to press is a part of its own, both ways', async () => {
  const { list: files } = await openFiles();
  const rail = screen.getByRole('button', { name: 'Files' });
  fireEvent.click(rowOf(files, 'a.pdf'));
  press(files, 'Delete');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  act(() => files.focus());
  for (const stop of [undo, rail]) {
    f6();
    expect(document.activeElement).toBe(stop);
  }
  f6(true);
  expect(document.activeElement).toBe(undo);
  f6(true);
  expect(document.activeElement).toBe(files);
});
