// The picker offers nobody twice, and tells of an address where the server knows nobody.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PeoplePicker, usePicking } from '../../../renderer/features/people';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

function Picker() {
  return <PeoplePicker label="People" picking={usePicking()} />;
}

test('a person who is picked already is not offered again', async () => {
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Picker />
    </AccountWindow>,
  );
  const field = await screen.findByLabelText('People');
  fireEvent.change(field, { target: { value: 'odile' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Odile/ }));
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  fireEvent.change(field, { target: { value: 'o' } });
  await screen.findAllByRole('option');
  expect(screen.queryByRole('option', { name: /^Odile/ })).toBeNull();
});

type Found = 'there' | 'nobody' | 'unsure' | 'unknown';

/** A picker into which the address was typed; the engine finds `found` there. */
async function typed(address: string, found: Found) {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.findPerson = ({ userId }) => ({
    found,
    person:
      found === 'there' ? { userId, name: 'Ben Acker', ambiguous: false, avatar: null } : null,
  });
  render(
    <AccountWindow engine={engine}>
      <Picker />
    </AccountWindow>,
  );
  const field = await screen.findByLabelText('People');
  fireEvent.change(field, { target: { value: address } });
  return { field, asked: () => engine.calls.filter(({ name }) => name === 'findPerson').length };
}

test('an address of the own server where nobody is found is refused while it is typed', async () => {
  const { field } = await typed('@bben:fernhill.example', 'nobody');
  await screen.findByText(
    /^There is no .*@bben:fernhill.example.* on this server\. It may be misspelt\.$/,
  );
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  // The next letter takes it back.
  fireEvent.change(field, { target: { value: '@bben:fernhill.example.org' } });
  expect(screen.queryByText(/^There is no/)).toBeNull();
});

test('an address of the own server that is found is offered by name', async () => {
  await typed('@ben:fernhill.example', 'there');
  await screen.findByRole('option', { name: /^Ben Acker/ });
});

test.each([
  ['was not found on another server', '@ben:far.example', 'unsure', true],
  ['is hidden on the own server', '@ben:fernhill.example', 'unsure', true],
  ['is found on another server', '@ben:far.example', 'there', false],
  ['could not be asked for', '@ben:far.example', 'unknown', false],
] as const)('an address that %s is picked all the same', async (_what, address, found, told) => {
  const { asked } = await typed(address, found);
  // The address of another server is asked for when it is picked, not while it is typed.
  expect(asked()).toBe(0);
  fireEvent.click(await screen.findByRole('option', { name: address }));
  await screen.findByRole('button', { name: new RegExp(`^Remove.*${address}`) });
  await waitFor(() => expect(asked()).toBeGreaterThan(0));
  const hint = () => screen.queryByText(/^Could not find .*@ben:.*\. It may be misspelt\.$/);
  if (told) await waitFor(() => expect(hint()).not.toBeNull());
  else expect(hint()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
  await waitFor(() => expect(hint()).toBeNull());
});
