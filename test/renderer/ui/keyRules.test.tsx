// Settings of key recipients, of the backup's content and of previews of links: in Settings for all rooms, in a room's settings for that one.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { appFailure } from '#contract/wire/errors';
import {
  DehydrationRow,
  OnlyVerifiedRow,
  RefillRow,
} from '../../../renderer/features/settings/KeyRules';
import { LinksPart } from '../../../renderer/features/roomSettings/LinksPart';
import { RoomKeysPart } from '../../../renderer/features/roomSettings/RoomKeysPart';
import '../../../renderer/features/roomSettings/RoomSettingsDialog';
import { SourceDialog } from '../../../renderer/features/timeline/dialogs/SourceDialog';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { roomId as idOf } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const roomId = idOf('larkfield');

function open(shown: ReactNode, more: Partial<World> = {}): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), ...more });
  render(<AccountWindow engine={engine}>{shown}</AccountWindow>);
  return engine;
}
const press = (name: string, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};
const only = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Send only to people/ });

test('keys go to verified people alone: in one room, and in all, which its room then says', async () => {
  const engine = open(
    <>
      <OnlyVerifiedRow />
    </>,
  );
  fireEvent.click(await only());
  await waitFor(async () => expect((await only()).checked).toBe(true));
  expect(called(engine, 'setOnlyVerified')).toEqual([{ roomId: null, on: true }]);
});

test('a room decides for itself, unless Settings decide for all', async () => {
  const engine = open(<RoomKeysPart room={{ roomId }} />);
  fireEvent.click(await only());
  await waitFor(async () => expect((await only()).checked).toBe(true));
  expect(called(engine, 'setOnlyVerified')).toEqual([{ roomId, on: true }]);
  engine.update({ onlyVerified: { all: true, rooms: [] } });
  await screen.findByText(/Settings say so for all rooms/);
  expect((await only()).disabled).toBe(true);
});

test('previews that were turned off in a room are turned on again in its settings', async () => {
  const other = idOf('print');
  const engine = open(<LinksPart roomId={roomId} />, {
    settings: { 'links.previews': true, 'links.roomsOff': [roomId, other] },
  });
  const shown = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Show what links/ });
  expect((await shown()).checked).toBe(false);
  fireEvent.click(await shown());
  await waitFor(async () => expect((await shown()).checked).toBe(true));
  expect(called(engine, 'setSetting')).toEqual([{ name: 'links.roomsOff', value: [other] }]);
  fireEvent.click(await shown());
  await waitFor(async () => expect((await shown()).checked).toBe(false));
});

test('the keys of a room leave the backup after a question; without a backup nothing is offered', async () => {
  const engine = open(<RoomKeysPart room={{ roomId }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove them…' }));
  const ask = await screen.findByRole('alertdialog');
  engine.answers.forgetBackedUpKeys = () => {
    throw appFailure('offline', 'away');
  };
  press('Remove the keys', ask);
  await within(ask).findByRole('alert');
  delete engine.answers.forgetBackedUpKeys;
  press('Remove the keys', ask);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(called(engine, 'forgetBackedUpKeys').at(-1)).toEqual({ roomId, eventId: null });
  engine.update({ encryption: { ...engine.world.encryption, backupEnabled: false } });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove them…' })).toBeNull());
});

test('the key of a message leaves the backup from its source, and the backup is filled anew', async () => {
  const engine = open(
    <>
      <SourceDialog roomId={roomId} eventId="$one" onClose={jest.fn()} />
    </>,
  );
  engine.answers.messageSource = () => ({ raw: '{}', decrypted: '{}' });
  const source = await screen.findByRole('dialog', { name: 'Source of the message' });
  fireEvent.click(
    await within(source).findByRole('button', { name: 'Remove its key from the backup…' }),
  );
  press('Remove the key', await screen.findByRole('alertdialog'));
  await waitFor(() =>
    expect(called(engine, 'forgetBackedUpKeys')).toEqual([{ roomId, eventId: '$one' }]),
  );
});

test('the backup is emptied and filled anew after a question', async () => {
  const engine = open(<RefillRow />);
  fireEvent.click(await screen.findByRole('button', { name: 'Fill anew…' }));
  press('Fill anew', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(called(engine, 'refillBackup')).toEqual([{}]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('the server keeps a device while nobody is here: with the recovery key, until it is turned off', async () => {
  const engine = open(<DehydrationRow />);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on…' }));
  const ask = await screen.findByRole('dialog', { name: 'Keep a device at the server' });
  engine.answers.setDehydration = () => {
    throw appFailure('wrong_recovery_key', 'no');
  };
  const field = within(ask).getByLabelText('Recovery key or security phrase');
  expect(field.getAttribute('type')).toBe('password');
  press('Show the recovery key', ask);
  expect(field.getAttribute('type')).toBe('text');
  fireEvent.change(field, { target: { value: 'EsT1' } });
  press('Turn on', ask);
  await within(ask).findByRole('alert');
  delete engine.answers.setDehydration;
  press('Turn on', ask);
  await screen.findByText(/^On: your server keeps a device/);
  press('Turn off');
  await screen.findByText(/^Off: what is written while none of your devices/);
  expect(called(engine, 'setDehydration')).toEqual([
    { recoveryKey: 'EsT1' },
    { recoveryKey: 'EsT1' },
    { recoveryKey: null },
  ]);
});

test('a server that can keep none gets no line for it', async () => {
  const engine = open(<DehydrationRow />, { dehydration: 'unsupported' });
  await waitFor(() => expect(called(engine, 'dehydration')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
