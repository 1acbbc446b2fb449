// Several chosen rows: how many, how large together, and what can be done with all of them.
import { Download, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Switch } from '#ui/controls/Switch';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { FactLine } from '#ui/text/FactLine';
import { formatSize } from '#ui/text/time';
import { useFileActs } from '../acts/useFileActs';
import { KindIcon } from '../KindIcon';
import { canSend } from '../place/fileEntries';
import type { DetailsPanelProps } from '../slots';
import { kindWord } from '../words';
import { PanelFrame } from './PanelFrame';
import { Note } from './Notes';
import styles from './Details.module.css';

export function SeveralDetails({ selected, roomId, onClose, onDelete, onSend }: DetailsPanelProps) {
  const { t, i18n } = useTranslation();
  const acts = useFileActs();
  // A press here may take the files away, and with them this panel.
  useFocusReturn();
  const files = selected.filter((item) => item.kind === 'file');
  const folders = selected.length - files.length;
  const bytes = files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0);
  const unknown = files.filter((file) => file.sizeBytes === null).length;
  const saveable = files.filter((file) => file.actions.save);
  const deletable = files.filter((file) => file.actions.delete);
  const restorable = files.filter((file) => file.actions.restore);
  const forever = files.filter((file) => file.actions.deleteForever && file.deleted);
  const keepable = files.filter((file) => file.entryId !== null && !file.deleted);
  const kept = keepable.filter((file) => file.onDisk.kept !== 'no').length;
  const kinds = new Map<string, number>();
  for (const { fileKind } of files) {
    const word = kindWord(t, fileKind);
    kinds.set(word, (kinds.get(word) ?? 0) + 1);
  }
  const parts = [
    ...(files.length > 0 ? [t('filePanels.files', { count: files.length })] : []),
    ...(folders > 0 ? [t('filePanels.folders', { count: folders })] : []),
  ];
  const broken = files.filter(({ problem }) => problem !== null && problem !== 'waiting').length;
  return (
    <PanelFrame onClose={onClose}>
      <div className={styles.head}>
        <KindIcon kind={files[0]?.fileKind ?? 'directory'} size="l" />
        <div className={styles.names}>
          <span className={styles.name}>
            {t('filePanels.details.several', { count: selected.length })}
          </span>
          <span className={styles.meta}>
            <FactLine
              all={[...parts, files.length > 0 ? formatSize(bytes, i18n.language) : null]}
            />
          </span>
        </div>
      </div>
      <div className={styles.buttons}>
        {saveable.length > 0 && (
          <Button icon={Download} onPress={() => acts.save(saveable)}>
            {t('filePanels.save')}
          </Button>
        )}
        {files.length > 0 && folders === 0 && files.every(canSend) && (
          <Button icon={Send} onPress={() => onSend(files)}>
            {t('filePanels.details.send')}
          </Button>
        )}
        {restorable.length > 0 && (
          <Button icon={RotateCcw} onPress={() => acts.restore(roomId, restorable)}>
            {t('filePanels.restore')}
          </Button>
        )}
        {deletable.length > 0 && (
          <Button icon={Trash2} variant="textDanger" onPress={() => acts.remove(roomId, deletable)}>
            {t('filePanels.delete')}
          </Button>
        )}
        {forever.length > 0 && (
          <Button
            variant="textDanger"
            onPress={() => onDelete({ kind: 'files', roomId, files: forever, forever: true })}
          >
            {t('filePanels.deleteForever')}
          </Button>
        )}
      </div>
      {(broken > 0 || unknown > 0) && (
        <div className={styles.notes}>
          {broken > 0 && (
            <Note tone="warning">{t('filePanels.details.severalBroken', { count: broken })}</Note>
          )}
          {unknown > 0 && (
            <Note tone="quiet">{t('filePanels.details.severalUnknown', { count: unknown })}</Note>
          )}
        </div>
      )}
      {kinds.size > 1 && (
        <dl className={styles.facts}>
          {[...kinds].map(([word, count]) => [
            <dt key={word}>{word}</dt>,
            <dd key={`${word}-count`}>{count}</dd>,
          ])}
        </dl>
      )}
      {keepable.length > 0 && (
        <div className={styles.switch}>
          <Switch
            label={t('filePanels.details.keep')}
            hint={t('filePanels.details.keptOf', { kept, count: keepable.length })}
            isSelected={kept === keepable.length}
            onChange={(keep) =>
              keepable.forEach((file) => acts.keepOffline(roomId, file.entryId, keep))
            }
          />
        </div>
      )}
    </PanelFrame>
  );
}
