// Asks before something goes that cannot come back: a folder with everything below, or files for ever. With the counts and what it
// means for the others.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { CallOutput } from '#contract/wire/shapes';
import type { EngineContract } from '#contract/engine';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { SkeletonRows } from '#ui/layout/Spinner';
import { Name } from '#ui/text/Name';
import { formatSize } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import { parts, useFileActs } from '../acts/useFileActs';
import type { DeleteDialogProps, DeleteTarget } from '../slots';
import styles from './People.module.css';

type Plan = CallOutput<EngineContract, 'deletePlan'>;
type Of<K extends DeleteTarget['kind']> = Omit<DeleteDialogProps, 'target'> & {
  readonly target: Extract<DeleteTarget, { kind: K }>;
};

export function DeleteDialog({ target, ...rest }: DeleteDialogProps) {
  if (target.kind === 'directory') return <DeleteDirectory target={target} {...rest} />;
  if (target.kind === 'entry') return <TakeOutEntry target={target} {...rest} />;
  return <DeleteFiles target={target} {...rest} />;
}

function useDeletePlan(roomId: string): { plan: Plan | null; error: AppError | null } {
  const call = useEngineCall();
  const [state, setState] = useState<{ plan: Plan | null; error: AppError | null }>({
    plan: null,
    error: null,
  });
  useEffect(() => {
    let stale = false;
    void call('deletePlan', { roomId }).then((result) => {
      if (stale) return;
      setState(
        result.ok ? { plan: result.output, error: null } : { plan: null, error: result.error },
      );
    });
    return () => {
      stale = true;
    };
  }, [call, roomId]);
  return state;
}

function DeleteDirectory({ target, onClose, onDone }: Of<'directory'>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const acts = useFileActs();
  const { roomId, name } = target;
  const { plan, error } = useDeletePlan(roomId);
  const erase = useCall('deleteDirectory');
  const [requestId] = useState(newRequestId);
  const refused = plan?.refused ?? [];
  const run = async () => {
    const result = await erase.run({ roomId, requestId });
    if (!result.ok) return;
    toasts.show({ text: t('filePanels.erase.started', { name }) });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={t('filePanels.erase.title', { name })}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('app.cancel')}
          </Button>
          {plan !== null && plan.files > 0 && refused.length === 0 && (
            <Button onPress={() => acts.saveZip({ roomId, name })}>
              {t('filePanels.erase.copyFirst')}
            </Button>
          )}
          <Button
            variant="danger"
            isDisabled={plan === null || refused.length > 0}
            pending={erase.pending}
            onPress={() => void run()}
          >
            {t('filePanels.erase.confirm', { name })}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {plan === null && error === null && (
          <SkeletonRows compact count={2} label={t('filePanels.erase.counting')} />
        )}
        {plan !== null && refused.length === 0 && <Consequences plan={plan} />}
        {refused.length > 0 && (
          <>
            <p>{t('filePanels.erase.refused', { count: refused.length })}</p>
            <div className={styles.plan}>
              <ul tabIndex={0}>
                {refused.map((path, index) => (
                  <li key={`${index} ${path}`} className={styles.step}>
                    <Name>{path}</Name>
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
        <AppErrorNote error={erase.error ?? error} place="files" />
      </div>
    </Dialog>
  );
}

function Consequences({ plan }: { readonly plan: Plan }) {
  const { t, i18n } = useTranslation();
  const { directories, files, bytes, uploads, people } = plan;
  const what = [
    t('filePanels.files', { count: files }),
    ...(directories > 1 ? [t('filePanels.folders', { count: directories - 1 })] : []),
  ];
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'long' }).format(
    what,
  );
  return (
    <div>
      <p>
        {t('filePanels.erase.what', { list, size: formatSize(bytes, i18n.language) })}{' '}
        {people > 0
          ? t('filePanels.erase.people', { count: people })
          : t('filePanels.erase.nobody')}
      </p>
      {uploads > 0 && <p>{t('filePanels.erase.uploads', { count: uploads })}</p>}
      <p>{t('filePanels.erase.forGood')}</p>
    </div>
  );
}

function TakeOutEntry({ target, onClose, onDone }: Of<'entry'>) {
  const { t } = useTranslation();
  const unlink = useCall('unlinkDirectory');
  const { parentId, roomId, name } = target;
  const { value: parent } = useValue('directory', { roomId: parentId });
  const run = async () => {
    if (!(await unlink.run({ parentId, roomId })).ok) return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('filePanels.erase.entryTitle', { name })}
      isOpen
      onClose={onClose}
      danger
      pending={unlink.pending}
      cancelLabel={t('app.cancel')}
      confirmLabel={t('filePanels.erase.entry')}
      onConfirm={() => void run()}
    >
      <p>{t('filePanels.erase.entryText', { parent: parent?.name ?? '' })}</p>
      <AppErrorNote error={unlink.error} place="files" />
    </ConfirmDialog>
  );
}

function DeleteFiles({ target, onClose, onDone }: Of<'files'>) {
  const { t, i18n } = useTranslation();
  const call = useCall(target.forever ? 'deleteForever' : 'deleteFiles');
  const { roomId, files, forever } = target;
  const entryIds = files.flatMap(({ entryId }) => (entryId === null ? [] : [entryId]));
  const [only] = files;
  const names = { name: only?.name ?? '', count: files.length };
  const bytes = files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0);
  const run = async () => {
    for (const part of parts(entryIds)) {
      const result = await call.run({ roomId, entryIds: part });
      if (!result.ok) return;
    }
    onDone();
    onClose();
  };
  const one = files.length === 1;
  return (
    <ConfirmDialog
      title={one ? t('filePanels.erase.fileTitle', names) : t('filePanels.erase.filesTitle', names)}
      isOpen
      onClose={onClose}
      danger
      pending={call.pending}
      cancelLabel={t('app.cancel')}
      confirmLabel={t(forever ? 'filePanels.deleteForever' : 'filePanels.delete')}
      onConfirm={() => void run()}
    >
      <div className={styles.stack}>
        <p>
          {forever
            ? t('filePanels.erase.foreverText', {
                count: files.length,
                size: formatSize(bytes, i18n.language),
              })
            : t('filePanels.erase.softText', { count: files.length })}
        </p>
        <AppErrorNote error={call.error} place="files" />
      </div>
    </ConfirmDialog>
  );
}
