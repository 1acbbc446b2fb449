// The profile of the account, name and picture, with the buttons that change it.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { Session } from '#contract/areas/account/accountModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';
import { PictureButton } from '../../picture';
import styles from './ProfileRow.module.css';

interface ProfileRowProps {
  readonly userId: string;
  readonly session: Session;
}

export function ProfileRow({ userId, session }: ProfileRowProps) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const [naming, setNaming] = useState(false);
  const name = session.displayName ?? userId;
  return (
    <>
      <SettingRow
        picture={<MediaAvatar id={userId} name={name} avatar={session.avatar} size={40} />}
        title={<Name cut>{name}</Name>}
        text={userId}
      >
        <div className={styles.acts}>
          <span data-setting={t('profile.nameTitle')}>
            <Button onPress={() => setNaming(true)}>{t('profile.changeName')}</Button>
          </span>
          <span data-setting={t('picture.own')}>
            <PictureButton
              has={session.avatar !== null}
              title={t('picture.own')}
              hint={t('picture.ownSeen')}
              onUse={(ticket) => call('setOwnPicture', { ticket })}
              testId="profile-picture"
            />
          </span>
        </div>
      </SettingRow>
      {naming && <NameDialog session={session} onClose={() => setNaming(false)} />}
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
