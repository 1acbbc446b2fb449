// Keys of messages into a file, and out of one: the passphrase first, then the file.
import { useId, useState } from 'react';
import { useTranslation } from '#app/words';
import { useAccount, useShell } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { resultOf } from '#app/result';
import type { AppError } from '#contract/wire/errors';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Settings.module.css';

type Way = 'export' | 'import';

export function KeyFileRow() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Way | null>(null);
  return (
    <SettingRow title={t('keyFile.title')} text={t('keyFile.text')}>
      <Button onPress={() => setOpen('import')}>{t('keyFile.import')}</Button>
      <Button onPress={() => setOpen('export')}>{t('keyFile.export')}</Button>
      {open !== null && <KeyFileDialog way={open} onClose={() => setOpen(null)} />}
    </SettingRow>
  );
}

const shortest = 8;
const longest = 1024;

interface KeyFileDialogProps {
  readonly way: Way;
  readonly onClose: () => void;
}

function KeyFileDialog({ way, onClose }: KeyFileDialogProps) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const chooseFile = useChosenFile(way);
  const toasts = useToasts();
  const formId = useId();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState<'short' | 'differ' | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const makes = way === 'export';
  const run = async (): Promise<void> => {
    const fault =
      makes && passphrase.length < shortest
        ? 'short'
        : makes && passphrase !== again
          ? 'differ'
          : null;
    setWrong(fault);
    setError(null);
    if (fault !== null || passphrase === '') return;
    const chosen = await chooseFile();
    if (!chosen.ok) return setError(chosen.error);
    const { output: ticket } = chosen;
    if (ticket === null) return;
    setPending(true);
    const done = await call(makes ? 'exportKeys' : 'importKeys', { ticket, passphrase });
    setPending(false);
    if (!done.ok) return setError(done.error);
    const count = done.output.keys;
    toasts.show({ text: t(makes ? 'keyFile.exported' : 'keyFile.imported', { count }) });
    onClose();
  };
  return (
    <Dialog
      title={t(makes ? 'keyFile.exportTitle' : 'keyFile.importTitle')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={pending}
            isDisabled={passphrase === ''}
          >
            {t(makes ? 'keyFile.save' : 'keyFile.choose')}
          </Button>
        </>
      }
    >
      <p>{t(makes ? 'keyFile.exportText' : 'keyFile.importText')}</p>
      <form
        id={formId}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) void run();
        }}
      >
        <TextField
          label={t('keyFile.passphrase')}
          type="password"
          autoFocus
          autoComplete="off"
          value={passphrase}
          maxLength={longest}
          error={wrong === 'short' ? t('keyFile.short') : null}
          onChange={setPassphrase}
        />
        {makes && (
          <TextField
            label={t('keyFile.again')}
            type="password"
            autoComplete="off"
            value={again}
            maxLength={longest}
            error={wrong === 'differ' ? t('keyFile.differ') : null}
            onChange={setAgain}
          />
        )}
        {/* Enter submits with several fields, too. */}
        <input type="submit" hidden />
      </form>
      <AppErrorNote error={error} place="keyFile" />
    </Dialog>
  );
}

/** The ticket of a file that the user chose; null when they did not. */
function useChosenFile(way: Way) {
  const { t } = useTranslation();
  const shell = useShell();
  const { accountId } = useAccount();
  return async () => {
    if (way === 'export') {
      const asked = await resultOf(
        shell.call('chooseSaveTarget', { accountId, suggestedName: t('keyFile.fileName') }),
      );
      return asked.ok ? { ok: true as const, output: asked.output.ticket } : asked;
    }
    const asked = await resultOf(shell.call('chooseFiles', { accountId, folders: false }));
    return asked.ok ? { ok: true as const, output: asked.output.files[0]?.ticket ?? null } : asked;
  };
}
