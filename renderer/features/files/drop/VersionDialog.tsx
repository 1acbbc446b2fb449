// Asks before a file of another type becomes a version: the name stays, and says the old type.
import { useTranslation } from '#app/words';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolateLtr } from '#ui/text/isolate';
import type { VersionQuestion } from './useUpload';

export function VersionDialog({
  question: { file, chosen },
  onAnswer,
}: {
  readonly question: VersionQuestion;
  readonly onAnswer: (upload: boolean) => void;
}) {
  const { t } = useTranslation();
  const names = { name: isolateLtr(file.name), chosen: isolateLtr(chosen) };
  return (
    <ConfirmDialog
      isOpen
      title={t('files.otherType.title')}
      confirmLabel={t('files.otherType.go')}
      cancelLabel={t('app.cancel')}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>{t('files.otherType.text', names)}</p>
    </ConfirmDialog>
  );
}
