// Removes an account whose store never opens again: its data here are deleted, and the person signs in again.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AccountRow } from '#contract/shell';
import type { AppError } from '#contract/wire/errors';
import words from '#contract/locales/engineFailed.en.json';
import { addWords } from '#app/i18n';
import { AppErrorNote } from '#app/errors';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolateLtr } from '#ui/text/isolate';

addWords(words);

export interface RemoveDialogProps {
  readonly account: AccountRow;
  readonly onClose: () => void;
}

/** For words that name the account where its address is known. */
export const ofAccount = ({ userId }: AccountRow) =>
  userId === null ? {} : { context: 'named', who: isolateLtr(userId) };

export function RemoveDialog({ account, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const remove = async () => {
    setPending(true);
    const result = await resultOf(shell.call('removeAccount', { accountId: account.accountId }));
    if (result.ok) return;
    setFailure(result.error);
    setPending(false);
  };
  return (
    <ConfirmDialog
      title={t('engine.removeTitle', ofAccount(account))}
      isOpen
      danger
      pending={pending}
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('engine.remove')}
      onConfirm={() => void remove()}
    >
      <p>{t('engine.removeText')}</p>
      <p>{t('engine.removeKey')}</p>
      <AppErrorNote error={failure} />
    </ConfirmDialog>
  );
}
