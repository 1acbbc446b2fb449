// Uploads into a folder that this account has lost, in the panel of the transfers.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { TransfersPanel } from '../../../renderer/features/files/panels';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, noTransfers } from '../../gallery/fakes/fakeEngine';
import { transferRow } from '../../gallery/panelsFixtures';
import { called } from './filesWindow';

const none = () => undefined;

test('a folder that is gone: its uploads say so, their bytes can be saved, and Clear takes those that have none here', async () => {
  const error = {
    code: 'not_joined',
    message: '',
    retryable: false,
    retryAfterMs: null,
  } as const;
  const lost: Partial<TransferRow> = {
    state: 'failed',
    step: null,
    error: { ...error, data: { reason: 'access' } },
  };
  const actions = { ...transferRow('').actions, pause: false, cancel: false, dismiss: true };
  const rows = [
    transferRow('pasted.png', { ...lost, actions, bytesHere: 'handle-of-pasted' }),
    transferRow('there.bin', { ...lost, actions }),
    transferRow('late.bin', { ...lost, actions, deletedBy: 'Mara' }),
  ];
  const transferSummary = { ...noTransfers, failed: 3 };
  const engine = createFakeEngine({ ...exampleWorld(), transfers: rows, transferSummary });
  render(
    <AccountWindow engine={engine}>
      <TransfersPanel onShowFile={none} onShowDirectory={none} />
    </AccountWindow>,
  );
  expect(
    await screen.findAllByText('You no longer have access to the folder “Proofs”'),
  ).toHaveLength(2);
  screen.getByText(/^.?Mara.? deleted the folder “Proofs” for everybody$/);
  expect(screen.queryByText(/Try all again/)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Save a copy' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() =>
    expect(called(engine, 'transfers')).toEqual([
      { transferIds: [rows[1]?.transferId, rows[2]?.transferId], act: 'dismiss' },
    ]),
  );
});
