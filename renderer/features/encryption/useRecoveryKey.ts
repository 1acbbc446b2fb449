// The act of making a recovery key: the key lives in this hook's state until it is confirmed, and nowhere else.
import { useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import { useCall } from '#app/hooks';

const needsPassword: ReadonlySet<string> = new Set(['forbidden', 'wrong_password']);

export interface RecoveryKeyAct {
  readonly recoveryKey: string | null;
  /** A security phrase was made with it. */
  readonly hasPhrase: boolean;
  /** The server wants the password for this and the engine has none. */
  readonly askPassword: boolean;
  readonly pending: boolean;
  /** That a password is wanted is said by its field, not as an error. */
  readonly error: AppError | null;
  /** `phrase` is of the first set-up only. */
  create(password: string | null, phrase?: string): Promise<void>;
  confirm(outcome: 'saved' | 'skipped'): Promise<boolean>;
}

export function useRecoveryKey(how: 'createRecoveryKey' | 'resetEncryption'): RecoveryKeyAct {
  const create = useCall(how);
  const confirm = useCall('confirmRecoveryKey');
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const [hasPhrase, setHasPhrase] = useState(false);
  const [askPassword, setAskPassword] = useState(false);
  const [asked, setAsked] = useState(false);

  return {
    recoveryKey,
    hasPhrase,
    askPassword,
    pending: create.pending || confirm.pending,
    error: asked ? null : (create.error ?? confirm.error),
    async create(password, phrase) {
      setAsked(false);
      const result = await create.run({ password, ...(phrase === undefined ? {} : { phrase }) });
      setHasPhrase(result.ok && phrase !== undefined);
      if (result.ok) return setRecoveryKey(result.output.recoveryKey);
      if (!needsPassword.has(result.error.code)) return;
      setAskPassword(true);
      setAsked(password === null);
    },
    async confirm(outcome) {
      const result = await confirm.run({ outcome });
      if (result.ok) setRecoveryKey(null);
      return result.ok;
    },
  };
}
