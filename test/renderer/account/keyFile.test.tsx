// The dialog for the file of keys: what is asked before a file is chosen, and a file that was not chosen.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { KeyFileRow } from '../../../renderer/features/settings/KeyFileRow';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

test('a short passphrase and two that differ are told; without a chosen file nothing is done', async () => {
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <KeyFileRow />
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export keys' });
  const save = within(dialog).getByRole('button', { name: 'Choose a place and save' });
  const [one, two] = [
    within(dialog).getByLabelText('Passphrase'),
    within(dialog).getByLabelText('Passphrase again'),
  ];
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(one, { target: { value: 'short' } });
  fireEvent.click(save);
  await within(dialog).findByText('At least 8 characters.');
  fireEvent.change(one, { target: { value: 'correct horse' } });
  fireEvent.change(two, { target: { value: 'correct house' } });
  fireEvent.click(save);
  await within(dialog).findByText('The two passphrases are not the same.');
  fireEvent.change(two, { target: { value: 'correct horse' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(within(dialog).queryByText('The two passphrases are not the same.')).toBeNull(),
  );
  expect(engine.calls.map(({ name }) => name)).not.toContain('exportKeys');
  expect(screen.getByRole('dialog', { name: 'Export keys' })).toBe(dialog);
});
