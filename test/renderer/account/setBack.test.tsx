// That the server was set back to an earlier state is told once in the window, whatever else stands in it.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { SetBack } from '../../../renderer/features/status';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, syncing } from '../../gallery/fixtures';

const setBack = { atMs: at(10, 30), sinceMs: at(9, 12) };
const title = 'The server was set back to an earlier state';

function open(settings: Record<string, unknown> = {}) {
  const engine = createFakeEngine({
    ...exampleWorld(),
    sync: { ...syncing, setBack },
    settings: settings as never,
  });
  render(
    <AccountWindow engine={engine}>
      <SetBack setBack={setBack} />
      <p>the rest</p>
    </AccountWindow>,
  );
  return engine;
}

test('the window says since when messages may be missing, until somebody has read it', async () => {
  const engine = open();
  const card = await screen.findByRole('alertdialog', { name: title });
  within(card).getByText(/^What was written since .*09:12.* may be missing for others/);
  fireEvent.click(within(card).getByRole('button', { name: 'Understood' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(engine.calls.filter(({ name }) => name === 'setSetting')).toMatchObject([
    { input: { name: 'setBackRead', value: setBack.atMs } },
  ]);
});

test('what was read is not told again', async () => {
  open({ setBackRead: setBack.atMs });
  await screen.findByText('the rest');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('another time is told, after one that was read', async () => {
  open({ setBackRead: setBack.atMs - 1 });
  await screen.findByRole('alertdialog', { name: title });
});
