// A room that this account left or was removed from: closed, or taken off this computer.
import { DoorOpen } from 'lucide-react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { roomClosed } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';

export function GoneRoom({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const forget = useCall('forgetRoom');
  const remove = async () => {
    if ((await forget.run({ roomId })).ok) dispatch(roomClosed());
  };
  return (
    <EmptyState icon={DoorOpen} title={t('room.goneTitle')} text={t('room.goneText')}>
      <Button onPress={() => dispatch(roomClosed())}>{t('room.goneAction')}</Button>
      <Button variant="text" pending={forget.pending} onPress={() => void remove()}>
        {t('room.forget')}
      </Button>
      <AppErrorNote error={forget.error} />
    </EmptyState>
  );
}
