// The page of devices over an engine in memory: names, several signed out at once, what the server refuses, what a page does instead.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { DeviceSettings } from '../../../renderer/features/devices/DeviceSettings';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';

function open(more: Partial<World> = {}): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), ...more });
  render(
    <AccountWindow engine={engine}>
      <DeviceSettings />
    </AccountWindow>,
  );
  return engine;
}

const idsOf = ({ world }: FakeEngine) => world.devices.devices?.map(({ deviceId }) => deviceId);

test('this device is named apart, and cannot be signed out here; others get other names', async () => {
  const engine = open();
  const button = await screen.findByRole('button', { name: /^Rename .*Phone/ });
  expect(engine.calls.map(({ name }) => name)).toContain('refreshDevices');
  expect(screen.queryByRole('button', { name: /^Sign out .*Trellis on the desk/ })).toBeNull();
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: /^Rename .*Phone/ });
  const field = within(dialog).getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Phone in the pocket' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Phone in the pocket');
});

test('the question names the device that is renamed, or says that it is this one', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Rename .*Trellis on the desk/ }));
  await screen.findByRole('dialog', { name: 'Rename this device' });
});

test('one device that is signed out is spoken of as one', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out .*Phone/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out 1 device?' });
  within(dialog).getByText(/^It has to sign in again/);
});

test('several are signed out with one password; a wrong one is told and can be typed again', async () => {
  const engine = open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Phone/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Browser/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign out 2 devices' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out 2 devices?' });
  const field = within(dialog).getByLabelText('Password');
  const send = within(dialog).getByRole('button', { name: 'Sign out 2 devices' });
  engine.answers.endDevices = () => {
    throw appFailure('wrong_password', 'no');
  };
  fireEvent.change(field, { target: { value: 'wrong' } });
  fireEvent.click(send);
  await within(dialog).findByText(/^This is not the password of your account/);
  expect(field).toHaveProperty('value', '');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  // It stands at the field and nowhere else.
  expect(within(dialog).getAllByText(/^This is not the password of your account/)).toHaveLength(1);
  delete engine.answers.endDevices;
  fireEvent.change(field, { target: { value: 'right' } });
  fireEvent.click(send);
  await waitFor(() => expect(idsOf(engine)).toEqual(['WKSTATION', 'KQZXJHWPLO', 'KEPTATSRVR']));
  await screen.findByText('2 devices were signed out.');
});

test('without a network they stay as they were told last, and it is said', async () => {
  const { devices } = exampleWorld();
  const { error } = appFailure('offline', 'no');
  open({ devices: { ...devices, error } });
  await screen.findByText(/^Shown as it was: /);
  expect(screen.getAllByText('Verified')).toHaveLength(3);
});

test('the device that the server keeps has a row of its own, in plain words, with nothing to be done about it', async () => {
  open();
  await screen.findByText('Kept at your server');
  screen.getByText(/^Receives keys while you are signed out everywhere/);
  expect(screen.queryByText(/Dehydrated/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Dehydrated|KEPTATSRVR/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /Dehydrated|KEPTATSRVR/ })).toBeNull();
});

test('where a service manages the account, its page signs a device out', async () => {
  const { devices } = exampleWorld();
  const endPage = 'https://account.example/?action=org.matrix.device_delete&device_id=PHONEMARA';
  const all = devices.devices?.map((one) => (one.isThis ? one : { ...one, endPage })) ?? [];
  open({ devices: { ...devices, devices: all } });
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out .*Phone/ }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
