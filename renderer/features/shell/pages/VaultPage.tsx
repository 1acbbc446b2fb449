// The page for a desktop without a key store: a passphrase protects the stored data. It is chosen once and asked for at each start; the
// page also offers a way out if it was forgotten.
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '#app/words';
import type { AccountRow } from '#contract/shell';
import vault from '#contract/locales/vault.en.json';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useShell } from '#app/context';
import { addWords } from '#app/i18n';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { Logo } from '#ui/marks/Logo';
import { SoloPage } from '#ui/layout/SoloPage';
import { TextField } from '#ui/controls/TextField';
import { PasswordStrength } from '../../login';
import { RemoveDialog } from './RemoveDialog';
import styles from './VaultPage.module.css';

addWords(vault);

/** `vault_new`: a passphrase has to be chosen; `vault_locked`: it has to be typed; `vault_wrong`: the one just typed was wrong. */
export type VaultWhy = 'vault_new' | 'vault_locked' | 'vault_wrong';

const whys: readonly unknown[] = ['vault_new', 'vault_locked', 'vault_wrong'];

/** Null: the account cannot be opened for another reason. */
export function vaultWhy(error: AppError | null): VaultWhy | null {
  const why = error?.code === 'key_unavailable' ? error.data?.['why'] : null;
  return whys.includes(why) ? (why as VaultWhy) : null;
}

const shortest = 10;

export interface VaultPageProps {
  readonly account: AccountRow;
  readonly why: VaultWhy;
}

export function VaultPage({ account, why }: VaultPageProps) {
  const { accountId } = account;
  return (
    <SoloPage>
      <div className={styles.brand}>
        <Logo size={44} />
      </div>
      <div className={styles.card}>
        {why === 'vault_new' ? (
          <Choose accountId={accountId} />
        ) : (
          <Unlock
            account={account}
            wrong={why === 'vault_wrong'}
            movesOut={account.error?.data?.['movesOut'] === true}
          />
        )}
      </div>
    </SoloPage>
  );
}

function useGive(accountId: string) {
  const shell = useShell();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const give = async (passphrase: string): Promise<void> => {
    setPending(true);
    const result = await resultOf(shell.call('givePassphrase', { accountId, passphrase }));
    setPending(false);
    setError(result.ok ? null : result.error);
  };
  const retry = () => void resultOf(shell.call('retryEngine', { accountId }));
  return { give, retry, pending, error };
}

function Choose({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation();
  const { give, retry, pending, error } = useGive(accountId);
  const [text, setText] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const isShort = text.length < shortest;
  const differs = text !== again;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isShort) first.current?.focus();
    else if (differs) second.current?.focus();
    else void give(text);
  };
  const field = { type: 'password', size: 'l', autoComplete: 'new-password' } as const;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('vault.newTitle')}</h1>
      <p className={styles.text}>{t('vault.newText')}</p>
      <TextField
        {...field}
        label={t('vault.passphrase')}
        hint={text === '' ? t('vault.hint') : <PasswordStrength password={text} known={[]} />}
        autoFocus
        value={text}
        inputRef={first}
        onChange={setText}
        error={tried && isShort ? t('vault.short') : null}
      />
      <TextField
        {...field}
        label={t('vault.again')}
        hint={t('vault.forget')}
        value={again}
        inputRef={second}
        onChange={setAgain}
        error={tried && !isShort && differs ? t('vault.differs') : null}
      />
      <AppErrorNote error={error} />
      <Button type="submit" variant="primary" size="l" wide pending={pending}>
        {t('vault.use')}
      </Button>
      <div className={styles.other}>
        <p>{t('vault.orStore')}</p>
        <Button variant="text" onPress={retry}>
          {t('vault.look')}
        </Button>
      </div>
    </form>
  );
}

interface UnlockProps {
  readonly account: AccountRow;
  readonly wrong: boolean;
  readonly movesOut: boolean;
}

function Unlock({ account, wrong, movesOut }: UnlockProps) {
  const { t } = useTranslation();
  const { give, pending, error } = useGive(account.accountId);
  const [text, setText] = useState('');
  const [forgotten, setForgotten] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text !== '') void give(text).then(() => setText(''));
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h1 className={styles.title}>{t('vault.lockedTitle')}</h1>
        <p className={styles.text}>{t(movesOut ? 'vault.movesOut' : 'vault.lockedText')}</p>
        <TextField
          type="password"
          size="l"
          label={t('vault.passphrase')}
          autoFocus
          autoComplete="current-password"
          value={text}
          onChange={setText}
          error={wrong && text === '' ? t('vault.wrong') : null}
        />
        <AppErrorNote error={error} />
        <Button type="submit" variant="primary" size="l" wide pending={pending}>
          {t('vault.unlock')}
        </Button>
        <Button variant="textDanger" onPress={() => setForgotten(true)}>
          {t('vault.forgotten')}
        </Button>
      </form>
      {forgotten && <RemoveDialog account={account} onClose={() => setForgotten(false)} />}
    </>
  );
}
