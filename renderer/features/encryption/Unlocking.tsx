// The ways that unlock this device, as the engine knows them: the recovery key, another device, or a new set-up where there is neither.
// It says nothing of a key or a backup before the server has.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Waiting } from '#ui/layout/Spinner';
import { useVerify } from '../verification';
import { UnlockForm } from './UnlockForm';
import styles from './Encryption.module.css';

/** `unknown`: the server has not said yet whether there is a recovery key. `anew`: there is none, and no other device either. */
export type UnlockWay = 'unknown' | 'key' | 'device' | 'anew';

const early: ReadonlySet<string> = new Set(['unknown', 'setting_up']);

/** The way stays once it is known, also when the device is unlocked meanwhile. */
export function useUnlockWay(): UnlockWay {
  const { value: encryption } = useValue('encryption', {});
  const [known, setKnown] = useState<UnlockWay>('unknown');
  const { state = 'unknown', ways = null } = encryption ?? {};
  // A device that is not locked is asked for the key when secret storage lacks something: there is one.
  if (state !== 'locked') return known === 'unknown' && !early.has(state) ? 'key' : known;
  if (ways === null) return known;
  const now = ways.recoveryKey ? 'key' : ways.device ? 'device' : 'anew';
  if (now !== known) setKnown(now);
  return now;
}

export interface UnlockingProps {
  readonly way: UnlockWay;
  readonly onDone: () => void;
  readonly onLater: () => void;
  /** Without the key, or without another device: encryption has to be set up anew. */
  readonly onAnew: () => void;
  /** Another device was asked to confirm this one. */
  readonly onAsked?: () => void;
}

const titles = {
  key: 'recovery.unlockTitle',
  device: 'recovery.confirmTitle',
  unknown: 'recovery.confirmTitle',
  anew: 'recovery.anewTitle',
} as const;

function Title({ way }: { readonly way: UnlockWay }) {
  const { t } = useTranslation();
  return <h1 className={styles.title}>{t(titles[way])}</h1>;
}

/** Why there is something to do. */
function Text({ way }: { readonly way: Exclude<UnlockWay, 'unknown'> }) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const replaced = encryption?.identityReplaced === true;
  if (way === 'key') return t(replaced ? 'recovery.replacedText' : 'recovery.unlockText');
  const text = t(way === 'device' ? 'recovery.confirmText' : 'recovery.anewText');
  return replaced ? `${t('recovery.replacedWarning')} ${text}` : text;
}

function Body({ way, onDone, onLater, onAnew, onAsked }: UnlockingProps) {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const { verify, pending } = useVerify();
  const askDevices = async () => {
    if (await verify({ own: true, deviceId: null })) onAsked?.();
  };
  if (way === 'key')
    return (
      <UnlockForm
        {...{ onDone, onLater, onNoKey: onAnew }}
        otherWay={
          encryption?.ways?.device === true && (
            <Button variant="text" flush pending={pending} onPress={() => void askDevices()}>
              {t('verification.useDevice')}
            </Button>
          )
        }
      />
    );
  const isAnew = way === 'anew';
  return (
    <div className={styles.form}>
      {way === 'unknown' && <Waiting label={t('recovery.asking')} />}
      {way === 'device' && (
        <div className={styles.ways}>
          <Button variant="text" flush onPress={onAnew}>
            {t('recovery.noDevice')}
          </Button>
        </div>
      )}
      <div className={styles.end}>
        <Button variant="quiet" onPress={onLater} flush>
          {t('recovery.unlockLater')}
        </Button>
        {way !== 'unknown' && (
          <Button
            variant="primary"
            size="l"
            autoFocus
            pending={pending}
            onPress={() => (isAnew ? onAnew() : void askDevices())}
          >
            {t(isAnew ? 'status.backupSetUp' : 'recovery.useDevice')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The parts of a page. */
export function Unlocking(props: UnlockingProps) {
  const { way } = props;
  return (
    <>
      <Title way={way} />
      {way !== 'unknown' && (
        <p className={styles.text}>
          <Text way={way} />
        </p>
      )}
      <Body {...props} />
    </>
  );
}

export interface UnlockDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** There is no key, or it is lost. */
  readonly onNoKey: () => void;
}

export function UnlockDialog({ isOpen, onClose, onNoKey }: UnlockDialogProps): ReactNode {
  const { t } = useTranslation();
  const way = useUnlockWay();
  return (
    <Dialog title={t(titles[way])} isOpen={isOpen} onClose={onClose} width="l">
      {way !== 'unknown' && (
        <p>
          <Text way={way} />
        </p>
      )}
      <Body
        way={way}
        onDone={onClose}
        onLater={onClose}
        onAsked={onClose}
        onAnew={() => {
          onClose();
          onNoKey();
        }}
      />
    </Dialog>
  );
}
