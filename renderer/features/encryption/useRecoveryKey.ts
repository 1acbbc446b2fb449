// The act of making a recovery key: the key lives in this hook's state until it is confirmed, and nowhere else.
import { useState } from 'react';
import { useCall } from '#app/hooks';

const needsPassword: ReadonlySet<string> = new Set(['forbidden', 'wrong_password']);

export function useRecoveryKey(how: 'createRecoveryKey' | 'resetEncryption') {
  const create = useCall(how);
  const confirm = useCall('confirmRecoveryKey');
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const [askPassword, setAskPassword] = useState(false);
  const [asked, setAsked] = useState(false);

  return {
    recoveryKey,
    /** The server wants the password for this and the engine has none. */
    askPassword,
    pending: create.pending || confirm.pending,
    /** That a password is wanted is said by its field, not as an error. */
    error: asked ? null : (create.error ?? confirm.error),
    create: async (password: string | null): Promise<void> => {
      setAsked(false);
      const result = await create.run({ password });
      if (result.ok) return setRecoveryKey(result.output.recoveryKey);
      if (!needsPassword.has(result.error.code)) return;
      setAskPassword(true);
      setAsked(password === null);
    },
    confirm: async (outcome: 'saved' | 'skipped'): Promise<boolean> => {
      const result = await confirm.run({ outcome });
      if (result.ok) setRecoveryKey(null);
      return result.ok;
    },
  };
}

export type RecoveryKeyAct = ReturnType<typeof useRecoveryKey>;
