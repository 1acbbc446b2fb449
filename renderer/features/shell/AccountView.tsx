// One account in the window: its failure, its sign-in, the steps after sign-in, or its frame; of one that is not on show, its calls.
import clsx from 'clsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { AccountRow } from '#contract/shell';
import { useValue } from '#app/hooks';
import { later } from '#app/later';
import { useAppSelector } from '#app/store';
import { Waiting } from '#ui/layout/Spinner';
import { CallsProvider } from '../calls';
import { NewSignIns } from '../devices';
import { EncryptionPage, KeyReplaced } from '../encryption';
import { KeysPage } from '../linking';
import { LoginPage } from '../login';
import { SetBack } from '../status';
import { Verifications } from '../verification';
import { Frame, type FrameProps } from './Frame';
import { Rail } from './Rail';
import styles from './pages/EngineFailed.module.css';
import frameStyles from './Frame.module.css';

const EngineFailed = later(async () => (await import('./pages/EngineFailed')).EngineFailed);
const DeviceGone = later(async () => (await import('./pages/DeviceGone')).DeviceGone);

export interface AccountViewProps extends FrameProps {
  /** The account of this view; a call goes on when another one is on show. */
  readonly accountId: string;
  readonly onShow: () => void;
  /** Removes an account that was added but not signed in. */
  readonly onAbandon: () => void;
}

/** States of encryption in which the person has to decide something after sign-in, or may have to soon. */
const undecided: ReadonlySet<string> = new Set([
  'unknown',
  'setting_up',
  'unset',
  'key_shown',
  'locked',
]);

export function AccountView({ accountId, onShow, onAbandon, ...frame }: AccountViewProps) {
  const { t } = useTranslation();
  const { accounts, active } = frame;
  const isShown = accountId === active;
  const account = accounts.find((one) => one.accountId === accountId);
  const { value: session } = useValue('session', {});
  const { value: encryption } = useValue('encryption', {});
  const { value: link } = useValue('linking', {});
  const signingOut = useAppSelector(({ navigation }) => navigation.signingOut);
  // True from the moment the sign-in form was sent in this window until the question about encryption is answered.
  const [signedInHere, setSignedInHere] = useState(false);
  const [answering, setAnswering] = useState(false);

  if (account !== undefined && account.engine === 'failed') {
    return isShown ? (
      <WithRail {...frame}>
        <EngineFailed account={account} />
      </WithRail>
    ) : null;
  }
  if (session === undefined) return isShown ? <Waiting label={t('app.starting')} alone /> : null;
  if (session.state === 'signed_out') {
    if (!isShown) return null;
    // The account is about to go: what is typed into a form of it would go too.
    if (signingOut) return <Waiting label={t('app.signingOut')} alone />;
    return (
      <LoginPage
        backTo={nameOfOther(accounts, active)}
        onBack={onAbandon}
        onStart={() => setSignedInHere(true)}
      />
    );
  }
  if (session.deviceGone === true && session.userId !== null) {
    const { userId } = session;
    if (!isShown) return null;
    return (
      <WithRail {...frame}>
        <DeviceGone
          session={{ ...session, userId }}
          onStart={() => setSignedInHere(true)}
          onSignedOut={frame.onSignedOut}
        />
      </WithRail>
    );
  }
  if (signedInHere && isShown) {
    // Another device has signed this one in, and sends the keys now.
    if (link !== undefined && link.state !== 'idle') return <KeysPage state={link.state} />;
    const open = answering || undecided.has(encryption?.state ?? 'unknown');
    if (open) {
      return (
        <>
          <EncryptionPage
            onQuestion={() => setAnswering(true)}
            onDone={() => {
              setAnswering(false);
              setSignedInHere(false);
            }}
          />
          <Cards />
        </>
      );
    }
  }
  return (
    <CallsProvider isShown={isShown} onShow={onShow}>
      <Frame {...frame} />
      <Cards />
    </CallsProvider>
  );
}

/** Cards that ask for an answer, over the whole frame. */
function Cards() {
  const setBack = useValue('sync', {}).value?.setBack;
  const isSettings = useAppSelector(({ navigation }) => navigation.place === 'settings');
  return (
    <div className={clsx(frameStyles.cards, isSettings && frameStyles.low)}>
      {setBack && <SetBack setBack={setBack} />}
      <KeyReplaced />
      <NewSignIns />
      <Verifications />
    </div>
  );
}

function nameOfOther(accounts: readonly AccountRow[], active: string): string | null {
  const other = accounts.find((one) => one.accountId !== active && one.signedIn);
  return other === undefined ? null : (other.label ?? other.userId ?? '');
}

/** A page in place of the account's frame, beside the way to the other accounts. */
function WithRail({
  children,
  accounts,
  active,
  onAccount,
  onAddAccount,
}: FrameProps & { readonly children: ReactNode }) {
  if (accounts.length < 2) return children;
  return (
    <div className={styles.withRail}>
      <Rail
        accounts={accounts}
        active={active}
        place={null}
        onAccount={onAccount}
        onAddAccount={onAddAccount}
        onPlace={null}
      />
      {children}
    </div>
  );
}
