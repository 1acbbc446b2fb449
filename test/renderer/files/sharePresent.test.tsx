// Sharing with somebody who is there already: the present role stands, and what that does not do is said.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { ShareDialog } from '../../../renderer/features/files/panels';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { panelsWorld } from '../../gallery/panelsFixtures';
import { called } from './filesWindow';

test('the role of who is there already is not lowered unasked, and how keys are passed on is said', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), ...panelsWorld() });
  engine.answers.sharingPlan = () => ({ steps: [] });
  render(
    <AccountWindow engine={engine}>
      <ShareDialog roomId={roomId('proofs')} onClose={() => undefined} />
    </AccountWindow>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  const isChosen = (name: RegExp): boolean =>
    dialog.getByRole<HTMLInputElement>('radio', { name }).checked;
  expect(isChosen(/Viewer/)).toBe(true);
  fireEvent.change(dialog.getByRole('textbox', { name: 'People' }), {
    target: { value: 'Priya' },
  });
  const option = await dialog.findByRole('option', { name: /Priya/ });
  fireEvent.keyDown(option, { key: 'Enter' });
  fireEvent.keyUp(option, { key: 'Enter' });
  await waitFor(() => expect(isChosen(/Editor/)).toBe(true));
  await dialog.findByText(/^They have this role already\./);
  expect(called(engine, 'sharingPlan').at(-1)).toMatchObject({ role: 'editor' });
});
