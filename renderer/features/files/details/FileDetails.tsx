// One file: what it is, what can be done with it, where its versions are and who can reach it.
import {
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  FolderOpen,
  Lock,
  LockOpen,
  Pencil,
  RotateCcw,
  Send,
  Trash2,
  Upload,
} from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FileDetails as Details, FileRow } from '#contract/areas/files/filesModels';
import { AppErrorNote } from '#app/errors';
import { directoryOpened } from '#app/places/filesPlace';
import { useValue } from '#app/hooks';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { FactLine } from '#ui/text/FactLine';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatFull, formatSize } from '#ui/text/time';
import { useFileActs } from '../acts/useFileActs';
import { KindIcon } from '../KindIcon';
import { PeopleOfDirectory } from '../people/PeopleOfDirectory';
import { canSend } from '../place/fileEntries';
import type { DetailsPanelProps } from '../slots';
import { changedWords, conflictWords, isKeptOut, kindWord, movedWords } from '../words';
import { PanelFrame } from './PanelFrame';
import { KeepOffline } from './KeepOffline';
import { Note, Notes } from './Notes';
import { Versions } from './Versions';
import styles from './Details.module.css';

export function FileDetails(props: DetailsPanelProps & { readonly row: FileRow }) {
  const { row, onClose, onShare } = props;
  const { roomId, entryId } = row;
  const { value, error } = useValue('file', entryId === null ? null : { roomId, entryId });
  // A new version has an id of its own, by which the file is asked for anew: what stands here of that name stays until
  // that is answered.
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  const details = value ?? (last.current?.file.name === row.name ? last.current : null);
  const file = value?.file ?? row;
  return (
    <PanelFrame menu={<FileMenu {...props} row={file} />} onClose={onClose}>
      <Head file={file} />
      <Notes problem={file.problem} warnings={file.warnings} trust={file.trust}>
        {file.conflict === undefined ? undefined : <ConflictNote file={file} details={details} />}
      </Notes>
      <FileButtons {...props} row={file} />
      <AppErrorNote error={error} place="files" />
      <Facts file={file} details={details} />
      {entryId !== null && !file.deleted && file.actions.save && (
        <KeepOffline roomId={roomId} entryId={entryId} onDisk={file.onDisk} />
      )}
      {details !== null && details.versions.length > 0 && <Versions details={details} />}
      <PeopleOfDirectory roomId={roomId} onAdd={() => onShare(roomId)} />
    </PanelFrame>
  );
}

/** Says which version was not seen, and opens it; it can be restored from the list of versions below. */
function ConflictNote({
  file,
  details,
}: {
  readonly file: FileRow;
  readonly details: Details | null;
}) {
  const { t } = useTranslation();
  const acts = useFileActs();
  if (file.conflict === undefined) return null;
  const { version, beside } = file.conflict;
  // A version that stands beside this file has its own row, and this list may have another one of its number.
  const other =
    beside === true ? undefined : details?.versions.find((one) => one.version === version);
  const { title, text } = conflictWords(t, file.conflict, file.changedBy);
  return (
    <Note tone="warning" title={title}>
      {text}
      {other?.media != null && (
        <Button variant="text" onPress={() => acts.open({ name: other.name, media: other.media })}>
          {t('filePanels.versions.openNamed', { version: other.version })}
        </Button>
      )}
    </Note>
  );
}

function Head({ file }: { readonly file: FileRow }) {
  const { t, i18n } = useTranslation();
  const size =
    file.sizeBytes === null
      ? t('filePanels.details.sizeUnknown')
      : formatSize(file.sizeBytes, i18n.language);
  // The extension that counts, where the shown name does not end with it.
  const hidden = file.extension !== '' && !file.name.toLowerCase().endsWith(`.${file.extension}`);
  const picture = file.media;
  const pixels =
    picture !== null && picture.width !== null && picture.height !== null
      ? `${picture.width} × ${picture.height}`
      : null;
  return (
    <div className={styles.head}>
      <KindIcon kind={file.fileKind} size="l" />
      <div className={styles.names}>
        <Name className={styles.name}>{file.name}</Name>
        <span className={styles.meta}>
          <FactLine
            all={[
              kindWord(t, file.fileKind) + (hidden ? ` (.${file.extension})` : ''),
              size,
              pixels,
            ]}
          />
        </span>
        {file.movedTo !== undefined && (
          <div className={styles.meta}>{movedWords(t, file.movedTo)}</div>
        )}
      </div>
    </div>
  );
}

function FileButtons({ row, onDelete, onUnlock }: DetailsPanelProps & { readonly row: FileRow }) {
  const { t } = useTranslation();
  const acts = useFileActs();
  const dispatch = useAppDispatch();
  const { roomId, entryId, actions } = row;
  // A press here may take the file away, and these buttons with it.
  useFocusReturn();
  const movedToId = row.movedTo?.roomId ?? roomId;
  if (entryId === null) return null;
  if (row.deleted)
    return (
      <div className={styles.buttons}>
        {row.movedTo !== undefined && row.movedTo.name !== null && (
          <Button icon={FolderOpen} onPress={() => dispatch(directoryOpened(movedToId))}>
            {t('filePanels.details.showFolder')}
          </Button>
        )}
        {actions.restore && (
          <Button icon={RotateCcw} onPress={() => acts.restore(roomId, [row])}>
            {t('filePanels.restore')}
          </Button>
        )}
        {actions.deleteForever && (
          <Button
            variant="textDanger"
            onPress={() => onDelete({ kind: 'files', roomId, files: [row], forever: true })}
          >
            {t('filePanels.deleteForever')}
          </Button>
        )}
      </div>
    );
  if (!actions.open && !actions.save && !actions.lock && !actions.unlock) return null;
  return (
    <div className={styles.buttons}>
      {actions.open && (
        <Button icon={ExternalLink} onPress={() => acts.open(row)}>
          {t('filePanels.open')}
        </Button>
      )}
      {actions.save && (
        <Button icon={Download} onPress={() => acts.save([row])}>
          {t('filePanels.save')}
        </Button>
      )}
      {(actions.lock || actions.unlock) && (
        <Button
          icon={actions.lock ? Lock : LockOpen}
          onPress={() =>
            !actions.lock && isKeptOut(row)
              ? onUnlock(row)
              : acts.lock(roomId, entryId, actions.lock)
          }
        >
          {t(actions.lock ? 'filePanels.lock' : 'filePanels.unlock')}
        </Button>
      )}
    </div>
  );
}

function FileMenu(props: DetailsPanelProps & { readonly row: FileRow }): ReactNode {
  const { row, onPreview, onRename, onNewVersion, onSend } = props;
  const { t } = useTranslation();
  const acts = useFileActs();
  const { roomId, entryId, actions, deleted } = row;
  if (entryId === null || deleted) return null;
  const all: readonly (MenuEntry & { readonly when: boolean })[] = [
    {
      id: 'preview',
      when: actions.open,
      label: t('filePanels.preview.action'),
      icon: Eye,
      onAction: () => onPreview({ roomId, entryId }),
    },
    {
      id: 'sendTo',
      when: canSend(row),
      label: t('files.menu.sendTo'),
      icon: Send,
      onAction: () => onSend([row]),
    },
    {
      id: 'version',
      when: actions.newVersion,
      label: t('filePanels.details.newVersion'),
      icon: Upload,
      onAction: () => onNewVersion(row),
    },
    {
      id: 'rename',
      when: actions.rename,
      label: t('filePanels.rename'),
      icon: Pencil,
      onAction: () => onRename(row),
    },
    {
      id: 'delete',
      when: actions.delete,
      label: t('filePanels.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => acts.remove(roomId, [row]),
    },
  ];
  const entries = all.filter((entry) => entry.when);
  if (entries.length === 0) return null;
  return (
    <MenuButton label={t('filePanels.more')} entries={entries}>
      <IconButton label={t('filePanels.more')} icon={Ellipsis} />
    </MenuButton>
  );
}

function Facts({ file, details }: { readonly file: FileRow; readonly details: Details | null }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const at = (ms: number): ReactNode => (
    <span title={formatFull(ms, i18n.language)}>{changedWords(t, ms, now, i18n.language)}</span>
  );
  return (
    <dl className={styles.facts}>
      <dt>{t('filePanels.details.changed')}</dt>
      <dd>
        {at(file.changedMs)}
        {file.changedBy !== null && (
          <>
            , <Name>{file.changedBy.name}</Name>
          </>
        )}
      </dd>
      {details !== null && details.addedMs !== null && (
        <>
          <dt>{t('filePanels.details.added')}</dt>
          <dd>
            {at(details.addedMs)}
            {details.addedBy !== null && (
              <>
                , <Name>{details.addedBy.name}</Name>
              </>
            )}
          </dd>
        </>
      )}
      {details !== null && details.path.length > 0 && (
        <>
          <dt>{t('filePanels.details.where')}</dt>
          <dd>{details.path.map((crumb) => isolate(crumb.name)).join(' / ')}</dd>
        </>
      )}
      {file.lockedBy !== null && (
        <>
          <dt>{t('filePanels.details.locked')}</dt>
          <dd>
            {file.lockedHere === true ? (
              t('files.place.lockerYou')
            ) : (
              <Name>{file.lockedBy.name}</Name>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
