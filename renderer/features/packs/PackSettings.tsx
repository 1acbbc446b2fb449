// The section of Settings: the own pack, and the packs of the rooms that one is in.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { ManagedPack } from '#contract/areas/messages/packs';
import { useMediaUrl } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { useCall, useList } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { Switch } from '#ui/controls/Switch';
import { SmallImage } from '#ui/marks/SmallImage';
import { PackEditor } from './PackEditor';
import styles from './Packs.module.css';

export function PackSettings() {
  const { t } = useTranslation();
  const { items } = useList('managedPacks', { roomId: null });
  const [open, setOpen] = useState<string | null>(null);
  const own = items.find(({ roomId }) => roomId === null);
  const others = items.filter(({ roomId }) => roomId !== null);
  const opened = others.find(({ key }) => key === open);
  const ownName = own === undefined || own.name === '' ? t('packs.own') : own.name;
  return (
    <>
      <p className={styles.intro}>{t('packs.intro')}</p>
      <h3 className={styles.part}>
        <bdi>{ownName}</bdi>
      </h3>
      {own !== undefined && <PackEditor pack={own} name={ownName} />}
      <h3 className={styles.part}>{t('packs.ofRooms')}</h3>
      {others.length === 0 && <p className={styles.none}>{t('packs.noneOfRooms')}</p>}
      {others.map((pack) => (
        <PackRow key={pack.key} pack={pack} onOpen={() => setOpen(pack.key)} />
      ))}
      {opened !== undefined && (
        <Dialog
          title={opened.name}
          isOpen
          width="l"
          onClose={() => setOpen(null)}
          actions={<Button onPress={() => setOpen(null)}>{t('packs.done')}</Button>}
        >
          <PackEditor pack={opened} name={opened.name} />
        </Dialog>
      )}
    </>
  );
}

function PackRow({ pack, onOpen }: { readonly pack: ManagedPack; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const use = useCall('usePackEverywhere');
  const url = useMediaUrl();
  const [first] = pack.images;
  const count = t('packs.pictures', { count: pack.images.length });
  return (
    <SettingRow
      picture={
        <span className={styles.first}>
          <SmallImage src={first === undefined ? null : url(first.handle)} text="" />
        </span>
      }
      title={<Name cut>{pack.name}</Name>}
      text={t('packs.ofRoom', { count, room: isolate(pack.roomName ?? '') })}
      note={<AppErrorNote error={use.error} />}
    >
      <div className={styles.rowActs}>
        <Button
          aria-label={t(pack.mayChange ? 'packs.changeNamed' : 'packs.lookNamed', {
            name: pack.name,
          })}
          onPress={onOpen}
        >
          {t(pack.mayChange ? 'packs.change' : 'packs.look')}
        </Button>
        <Switch
          label={t('packs.everywhere')}
          isSelected={pack.everywhere}
          onChange={(on) => void use.run({ pack: pack.key, on })}
        />
      </div>
    </SettingRow>
  );
}
