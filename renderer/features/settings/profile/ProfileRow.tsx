// Who this account is for others: name and picture, and what changes them.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#contract/areas/accountModels';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { later } from '#app/later';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/Button';
import { MenuButton } from '#ui/Menu';
import { Name } from '#ui/Name';
import { SettingRow } from '#ui/SettingRow';
import { TextDialog } from '#ui/TextDialog';
import styles from './Picture.module.css';

const PictureDialog = later(async () => (await import('./PictureDialog')).PictureDialog);

interface ProfileRowProps {
  readonly userId: string;
  readonly session: Session;
}

export function ProfileRow({ userId, session }: ProfileRowProps) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [naming, setNaming] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = session.displayName ?? userId;
  const removePicture = async (): Promise<void> => {
    const result = await call('setOwnPicture', { ticket: null });
    if (!result.ok) tellFailure(result.error);
  };
  const choose = () => field.current?.click();
  return (
    <>
      <SettingRow
        picture={<MediaAvatar id={userId} name={name} avatar={session.avatar} size={40} />}
        title={<Name cut>{name}</Name>}
        text={userId}
      >
        <div className={styles.acts}>
          <Button onPress={() => setNaming(true)}>{t('profile.changeName')}</Button>
          {session.avatar === null ? (
            <Button onPress={choose}>{t('profile.addPicture')}</Button>
          ) : (
            <MenuButton
              label={t('profile.picture')}
              entries={[
                { id: 'change', label: t('profile.changePicture'), onAction: choose },
                {
                  id: 'remove',
                  label: t('profile.removePicture'),
                  danger: true,
                  onAction: () => void removePicture(),
                },
              ]}
            >
              <Button>{t('profile.picture')}</Button>
            </MenuButton>
          )}
        </div>
        <input
          ref={field}
          type="file"
          accept="image/*"
          hidden
          data-testid="profile-picture"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
      </SettingRow>
      {naming && <NameDialog session={session} onClose={() => setNaming(false)} />}
      {file !== null && <PictureDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

function NameDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation();
  const act = useCall('setDisplayName');
  const save = async (name: string): Promise<void> => {
    if ((await act.run({ name })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('profile.nameTitle')}
      label={t('profile.name')}
      hint={t('profile.nameHint')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={session.displayName ?? ''}
      maxLength={255}
      mayBeEmpty
      pending={act.pending}
      onConfirm={(name) => void save(name)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}
