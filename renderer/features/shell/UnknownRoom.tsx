// A room that something points at and that this account is not in: joined, or asked to let this account in.
import { DoorOpen, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { useAppSelector } from '#app/store';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { Name } from '#ui/Name';
import styles from './RoomPane.module.css';

const takesRequests = (error: AppError | null): boolean => {
  const rule = error?.code === 'forbidden' ? error.data?.['joinRule'] : undefined;
  return rule === 'knock' || rule === 'knock_restricted';
};

interface UnknownRoomProps {
  readonly roomId: string;
  /** What it is called by whoever pointed at it: an alias, else its id. */
  readonly address: string;
}

export function UnknownRoom({ roomId, address: shown }: UnknownRoomProps) {
  const { t } = useTranslation();
  const linked = useAppSelector((state) => state.navigation.linked);
  const join = useCall('joinRoom');
  const knock = useCall('knockRoom');
  const address = {
    roomIdOrAlias: roomId,
    via: linked?.roomId === roomId ? [...linked.via] : [],
  };
  const [joined, setJoined] = useState(false);
  const enter = async () => setJoined((await join.run(address)).ok);
  if (joined) return <EmptyState icon={Hourglass} title={t('room.arriving')} />;
  return (
    <EmptyState icon={DoorOpen} title={t('room.unknownTitle')} text={t('room.unknownText')}>
      <Name className={styles.address}>{shown}</Name>
      {takesRequests(join.error) ? (
        <Button
          variant="primary"
          pending={knock.pending}
          onPress={() => void knock.run({ ...address, reason: null })}
        >
          {t('room.askToJoin')}
        </Button>
      ) : (
        <Button variant="primary" pending={join.pending} onPress={() => void enter()}>
          {t('room.join')}
        </Button>
      )}
      <AppErrorNote error={join.error} place="joinRoom" />
      <AppErrorNote error={knock.error} place="knockRoom" />
    </EmptyState>
  );
}
