// One user of the server: their sessions, a new password for them, and the deactivation of their account.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { ServerUser, UserSession } from '#contract/areas/account/serverAdmin';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isolate } from '#ui/text/isolate';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { formatListTime } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import settings from '../Settings.module.css';
import styles from './ServerUsers.module.css';

const mostShown = 10;

export interface UserDetailsProps {
  readonly user: ServerUser;
  readonly isSelf: boolean;
  readonly onEnded: () => void;
}

export function UserDetails({ user, isSelf, onEnded }: UserDetailsProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'reset' | 'end' | null>(null);
  const close = (): void => setAsked(null);
  const { userId } = user;
  return (
    <div className={styles.details}>
      <Sessions userId={userId} />
      {!isSelf && !user.isDeactivated && (
        <div className={styles.acts}>
          {!user.isGuest && <Button onPress={() => setAsked('reset')}>{t('admin.reset')}</Button>}
          <Button variant="textDanger" onPress={() => setAsked('end')}>
            {t('admin.end')}
          </Button>
        </div>
      )}
      {asked === 'reset' && <ResetDialog userId={userId} onClose={close} />}
      {asked === 'end' && <EndDialog userId={userId} onClose={close} onEnded={onEnded} />}
    </div>
  );
}

function Sessions({ userId }: { readonly userId: string }) {
  const { t, i18n } = useTranslation();
  const whois = useCall('serverWhois');
  const [sessions, setSessions] = useState<readonly UserSession[] | null>(null);
  const now = useNow();
  useEffect(() => {
    void whois.run({ userId }).then((result) => {
      if (result.ok) setSessions(result.output.sessions);
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each user
  }, [userId]);
  return (
    <>
      <h3>{t('admin.sessions')}</h3>
      <AppErrorNote error={whois.error} />
      {sessions?.length === 0 && <p>{t('admin.noSessions')}</p>}
      <ul className={styles.sessions}>
        {sessions?.slice(0, mostShown).map(({ ip, program, lastSeenMs }, at) => (
          <li key={at} title={program ?? undefined}>
            {t('admin.session', {
              ip: ip === null ? t('admin.unknownIp') : isolate(ip),
              time:
                lastSeenMs === null
                  ? t('admin.unknownTime')
                  : formatListTime(lastSeenMs, now, i18n.language),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ActProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The system's dialog asked once more, and the person knows what they said. */
const unlessNo = (error: AppError | null): AppError | null =>
  error?.code === 'cancelled' ? null : error;

function ResetDialog({ userId, onClose }: ActProps) {
  const { t } = useTranslation();
  const act = useCall('resetUserPassword');
  const toasts = useToasts();
  const [password, setPassword] = useState('');
  const [signOut, setSignOut] = useState(false);
  const submit = async (): Promise<void> => {
    if (!(await act.run({ userId, password, signOut })).ok) return;
    toasts.show({ text: t('admin.resetDone', { userId }) });
    onClose();
  };
  return (
    <FormDialog
      alert="primary"
      title={t('admin.resetTitle', { userId })}
      confirmLabel={t('admin.resetConfirm')}
      cancelLabel={t('app.cancel')}
      pending={act.pending}
      complete={password !== ''}
      onConfirm={() => void submit()}
      onClose={onClose}
      about={<p>{t('admin.resetText')}</p>}
      fields={
        <div className={settings.fields}>
          <TextField
            type="password"
            label={t('admin.password')}
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
          <Switch
            label={t('admin.signOut')}
            hint={t('admin.signOutHint')}
            isSelected={signOut}
            onChange={setSignOut}
          />
        </div>
      }
    >
      <AppErrorNote error={unlessNo(act.error)} />
    </FormDialog>
  );
}

function EndDialog({ userId, onClose, onEnded }: ActProps & Pick<UserDetailsProps, 'onEnded'>) {
  const { t } = useTranslation();
  const act = useCall('deactivateUser');
  const toasts = useToasts();
  const [erase, setErase] = useState(false);
  const confirm = async (): Promise<void> => {
    if (!(await act.run({ userId, erase })).ok) return;
    toasts.show({ text: t('admin.endDone', { userId }) });
    onEnded();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('admin.endTitle', { userId })}
      isOpen
      onClose={onClose}
      confirmLabel={t('admin.endConfirm')}
      cancelLabel={t('app.cancel')}
      danger
      pending={act.pending}
      onConfirm={() => void confirm()}
    >
      <p>{t('admin.endText')}</p>
      <div className={settings.fields}>
        <Switch
          label={t('admin.erase')}
          hint={t('admin.eraseHint')}
          isSelected={erase}
          onChange={setErase}
        />
      </div>
      <AppErrorNote error={unlessNo(act.error)} />
    </ConfirmDialog>
  );
}
