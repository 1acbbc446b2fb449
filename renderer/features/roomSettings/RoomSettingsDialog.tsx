// The settings of a room in tabs: its profile, access, power levels, and rarely used settings.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import words from '#contract/locales/roomSettings.en.json';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Segmented } from '#ui/controls/Segmented';
import { RoomPacks } from '../packs';
import { AccessPart } from './AccessPart';
import { AddressPart } from './AddressPart';
import { EncryptionPart } from './EncryptionPart';
import { LinksPart } from './LinksPart';
import { ProfilePart } from './ProfilePart';
import { ReloadPart } from './ReloadPart';
import { RightsPart } from './RightsPart';
import { RoomKeysPart } from './RoomKeysPart';
import { useProfileFields } from './useProfileFields';
import { VersionPart } from './VersionPart';
import styles from './RoomSettings.module.css';

addWords(words);

const tabs = ['general', 'access', 'rights', 'packs', 'advanced'] as const;
type Tab = (typeof tabs)[number];

/** Said once for all parts: a right of its own may be missing without it. */
const mayNothing = ({ may, rights }: RoomAdministration): boolean =>
  !Object.values(may).some(Boolean) && !rights.some(({ mayChange }) => mayChange);

export interface RoomSettingsDialogProps {
  readonly room: Pick<RoomHeader, 'roomId' | 'name' | 'encrypted' | 'isSpace'>;
  readonly onClose: () => void;
}

export function RoomSettingsDialog({ room, onClose }: RoomSettingsDialogProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('general');
  const { roomId } = room;
  const { value, error } = useValue('roomAdministration', { roomId });
  const profile = value?.profile;
  const fields = useProfileFields(roomId, profile?.name ?? '', profile?.topic ?? '');
  const unsaved = [fields.name, fields.topic].filter(({ isChanged }) => isChanged);
  const [asking, setAsking] = useState(false);
  const leave = (): void => (unsaved.length > 0 ? setAsking(true) : onClose());
  const save = async (): Promise<void> => {
    setAsking(false);
    setTab('general');
    const done = await Promise.all(unsaved.map((field) => field.save()));
    if (done.every(Boolean)) onClose();
  };
  return (
    <Dialog
      title={t('roomSettings.title', { name: room.name })}
      isOpen
      onClose={leave}
      width="wide"
      steady
      actions={<Button onPress={leave}>{t('roomSettings.done')}</Button>}
    >
      <Segmented
        label={t('roomSettings.parts')}
        value={tab}
        onChange={setTab}
        options={tabs.map((id) => ({ id, label: t(`roomSettings.${id}`) }))}
      />
      <AppErrorNote error={error} />
      {value !== undefined && (
        <div className={styles.parts}>
          {mayNothing(value) && (
            <p className={styles.mayNot}>
              {t('roomSettings.mayNot', { context: room.isSpace ? 'space' : undefined })}
            </p>
          )}
          {tab === 'general' && (
            <>
              <ProfilePart room={room} administration={value} fields={fields} />
              {/* A space holds no messages. */}
              {!room.isSpace && <EncryptionPart room={room} administration={value} />}
              {!room.isSpace && value.encrypted && <RoomKeysPart room={room} />}
              {!room.isSpace && <LinksPart roomId={roomId} />}
            </>
          )}
          {tab === 'access' && (
            <>
              <AccessPart room={room} administration={value} />
              <AddressPart room={room} may={value.may.address} />
            </>
          )}
          {tab === 'rights' && <RightsPart room={room} administration={value} />}
          {tab === 'packs' && <RoomPacks roomId={roomId} may={value.may.packs} />}
          {tab === 'advanced' && (
            <>
              <VersionPart room={room} administration={value} onClose={onClose} />
              <ReloadPart roomId={roomId} />
            </>
          )}
        </div>
      )}
      <Dialog
        title={t('roomSettings.unsaved')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        actions={
          <>
            <Button variant="textDanger" className={styles.discard} onPress={onClose}>
              {t('roomSettings.discard')}
            </Button>
            <Button onPress={() => setAsking(false)}>{t('roomSettings.goOn')}</Button>
            <Button variant="primary" autoFocus onPress={() => void save()}>
              {t('app.save')}
            </Button>
          </>
        }
      >
        <p>{t('roomSettings.unsavedText')}</p>
      </Dialog>
    </Dialog>
  );
}
