// The packs of one room, in its settings.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useList } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { TextDialog } from '#ui/overlays/TextDialog';
import { PackEditor } from './PackEditor';
import styles from './Packs.module.css';

export interface RoomPacksProps {
  readonly roomId: string;
  /** This account may make packs here. */
  readonly may: boolean;
}

export function RoomPacks({ roomId, may }: RoomPacksProps) {
  const { t } = useTranslation();
  const { items: packs } = useList('managedPacks', { roomId });
  const [making, setMaking] = useState(false);
  return (
    <section className={styles.roomPart} aria-label={t('packs.title')}>
      <h3 className={styles.roomTitle}>{t('packs.title')}</h3>
      {packs.length === 0 && (
        <p className={styles.none}>{t(may ? 'packs.noneHere' : 'packs.noneHereReadOnly')}</p>
      )}
      {packs.map((pack) => (
        <section key={pack.key} aria-label={pack.name}>
          <h4 className={styles.packName}>
            <bdi>{pack.name}</bdi>
          </h4>
          <PackEditor pack={pack} name={pack.name} />
        </section>
      ))}
      {may && (
        <div>
          <Button onPress={() => setMaking(true)}>{t('packs.make')}</Button>
        </div>
      )}
      {making && <MakeDialog roomId={roomId} onClose={() => setMaking(false)} />}
    </section>
  );
}

function MakeDialog({
  roomId,
  onClose,
}: {
  readonly roomId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const act = useCall('makePack');
  const make = async (name: string): Promise<void> => {
    if ((await act.run({ roomId, name })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('packs.make')}
      label={t('packs.name')}
      hint={t('packs.makeHint')}
      confirmLabel={t('packs.makeNow')}
      cancelLabel={t('app.cancel')}
      maxLength={100}
      pending={act.pending}
      onConfirm={(name) => void make(name)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}
