// Asks where this account is now, for a live location that goes on.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import type { Result } from '#app/result';
import { FormDialog } from '#ui/overlays/FormDialog';
import { PlaceField } from './PlaceField';
import { readPlace } from './readPlace';

export interface MoveDialogProps {
  readonly roomId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}

export function MoveDialog({ roomId, eventId, onClose }: MoveDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const [where, setWhere] = useState('');
  const [requestId] = useState(newRequestId);
  const [error, setError] = useState<Extract<Result<unknown>, { ok: false }>['error'] | null>(null);
  const place = readPlace(where);
  const move = async (): Promise<void> => {
    if (place === null) return;
    const sent = await call('moveLiveLocation', { requestId, roomId, eventId, ...place });
    if (sent.ok) onClose();
    else setError(sent.error);
  };
  return (
    <FormDialog
      title={t('locations.moveTitle')}
      confirmLabel={t('locations.moveSend')}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={() => void move()}
      onClose={onClose}
      pending={false}
      complete={place !== null}
      fields={<PlaceField value={where} onChange={setWhere} />}
    >
      {error !== null && <AppErrorNote error={error} />}
    </FormDialog>
  );
}
