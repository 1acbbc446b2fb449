// The act of creating a recovery key: the key lives in this hook's state until it is confirmed, and nowhere else.
import { useState } from 'react';
import { useCall } from '../../app/hooks';

const needsPassword: ReadonlySet<string> = new Set(['forbidden', 'wrong_password']);

export function useRecoveryKey() {
  const create = useCall('createRecoveryKey');
  const confirm = useCall('confirmRecoveryKey');
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const [askPassword, setAskPassword] = useState(false);

  return {
    recoveryKey,
    /** The server wants the password for this and the engine has none. */
    askPassword,
    pending: create.pending || confirm.pending,
    error: create.error ?? confirm.error,
    create: async (password: string | null): Promise<void> => {
      const result = await create.run({ password });
      if (result.ok) setRecoveryKey(result.output.recoveryKey);
      else if (needsPassword.has(result.error.code)) setAskPassword(true);
    },
    confirm: async (outcome: 'saved' | 'skipped'): Promise<boolean> => {
      const result = await confirm.run({ outcome });
      if (result.ok) setRecoveryKey(null);
      return result.ok;
    },
  };
}

export type RecoveryKeyAct = ReturnType<typeof useRecoveryKey>;
