// One folder: how much is in it, what was done last, who can reach it and what the server sees of it.
import { Archive, Ellipsis, Pencil, Trash2, UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { FactLine } from '#ui/text/FactLine';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import { formatFull, formatSize } from '#ui/text/time';
import { useFileActs } from '../acts/useFileActs';
import { KindIcon } from '../KindIcon';
import { PeopleOfDirectory } from '../people/PeopleOfDirectory';
import type { DetailsPanelProps } from '../slots';
import { activityKey, changedWords, roleWord } from '../words';
import { PanelFrame } from './PanelFrame';
import { KeepOffline } from './KeepOffline';
import { Note, Notes } from './Notes';
import styles from './Details.module.css';
import { isolate } from '#ui/text/isolate';

type Item = Extract<DirectoryItem, { kind: 'directory' }>;

const entryOf = ({ roomId, name }: Item) => ({ kind: 'entry', roomId, name }) as const;

interface Props extends DetailsPanelProps {
  readonly target: string;
  /** The row in the list, when it is not the open folder itself. */
  readonly item?: Item;
}

export function DirectoryDetails(props: Props) {
  const { t } = useTranslation();
  const { target, item, onClose, onShare, onDelete } = props;
  const { value: header, error } = useValue('directory', { roomId: target });
  const acts = useFileActs();
  if (header === undefined || header.membership !== 'join')
    return (
      <PanelFrame onClose={onClose}>
        {item !== undefined && (
          <div className={styles.head}>
            <KindIcon kind="directory" size="l" />
            <Name className={styles.name}>{item.name}</Name>
          </div>
        )}
        {item !== undefined && <Notes problem={item.problem ?? 'not_joined'} />}
        {item?.actions.unlink === true && (
          <div className={styles.buttons}>
            <Button icon={X} onPress={() => onDelete({ ...entryOf(item), parentId: props.roomId })}>
              {t('filePanels.erase.entry')}
            </Button>
          </div>
        )}
        {header === undefined && error === null && item === undefined && (
          <SkeletonRows compact count={4} label={t('filePanels.details.loading')} />
        )}
        <AppErrorNote error={error} place="files" />
      </PanelFrame>
    );
  const { actions, name, encrypted, unreadable, problem } = header;
  const hasNotes = unreadable > 0;
  return (
    <PanelFrame menu={<DirectoryMenu {...props} header={header} />} onClose={onClose}>
      <Head header={header} />
      <div className={styles.buttons}>
        {actions.share && (
          <Button icon={UserPlus} onPress={() => onShare(target)}>
            {t('filePanels.share')}
          </Button>
        )}
        <Button icon={Archive} onPress={() => acts.saveZip({ roomId: target, name })}>
          {t('filePanels.saveZip')}
        </Button>
      </div>
      <AppErrorNote error={error} place="files" />
      <Notes problem={problem ?? (encrypted ? null : 'not_encrypted')}>
        {hasNotes ? (
          <Note tone="quiet">{t('filePanels.details.unreadable', { count: unreadable })}</Note>
        ) : undefined}
      </Notes>
      <Facts header={header} />
      <KeepOffline roomId={target} entryId={null} onDisk={header.onDisk} />
      <PeopleOfDirectory roomId={target} onAdd={() => onShare(target)} />
    </PanelFrame>
  );
}

function Head({ header }: { readonly header: DirectoryHeader }) {
  const { t, i18n } = useTranslation();
  const parts = [
    t('filePanels.files', { count: header.files }),
    ...(header.directories > 0 ? [t('filePanels.folders', { count: header.directories })] : []),
    formatSize(header.bytes, i18n.language),
  ];
  return (
    <div className={styles.head}>
      <KindIcon kind="directory" size="l" />
      <div className={styles.names}>
        <Name className={styles.name}>{header.name}</Name>
        <span className={styles.meta}>
          <FactLine all={parts} />
        </span>
      </div>
    </div>
  );
}

function Facts({ header }: { readonly header: DirectoryHeader }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const { role, activity, uploadLimitBytes, path, deletedFiles, movedFiles } = header;
  return (
    <dl className={styles.facts}>
      {role !== null && (
        <>
          <dt>{t('filePanels.details.yourRole')}</dt>
          <dd>{roleWord(t, role)}</dd>
        </>
      )}
      {activity !== null && (
        <>
          <dt>{t('filePanels.details.changed')}</dt>
          <dd title={formatFull(activity.atMs, i18n.language)}>
            {changedWords(t, activity.atMs, now, i18n.language)}.{' '}
            <span>
              {t(`filePanels.activity.${activityKey(activity)}`, {
                who: isolate(activity.who.name),
                name: isolate(activity.name),
                from: isolate(activity.from ?? ''),
                version: activity.version,
              })}
            </span>
          </dd>
        </>
      )}
      {path.length > 0 && (
        <>
          <dt>{t('filePanels.details.where')}</dt>
          <dd>{path.map((crumb) => isolate(crumb.name)).join(' / ')}</dd>
        </>
      )}
      {deletedFiles > 0 && (
        <>
          <dt>{t('filePanels.details.deleted')}</dt>
          <dd>{t('filePanels.files', { count: deletedFiles })}</dd>
        </>
      )}
      {movedFiles > 0 && (
        <>
          <dt>{t('filePanels.details.moved')}</dt>
          <dd>{t('filePanels.files', { count: movedFiles })}</dd>
        </>
      )}
      {uploadLimitBytes !== null && (
        <>
          <dt>{t('filePanels.details.largest')}</dt>
          <dd>
            {t('filePanels.details.largestText', {
              size: formatSize(uploadLimitBytes, i18n.language),
            })}
          </dd>
        </>
      )}
      <dt>{t('filePanels.details.server')}</dt>
      <dd>
        {t(header.encrypted ? 'filePanels.people.serverSees' : 'filePanels.people.serverSeesAll')}
      </dd>
    </dl>
  );
}

function DirectoryMenu({
  header,
  item,
  target,
  onRename,
  onDelete,
}: Props & { readonly header: DirectoryHeader }): ReactNode {
  const { t } = useTranslation();
  const { actions, name } = header;
  const entries: MenuEntry[] = [];
  if (actions.rename && item !== undefined)
    entries.push({
      id: 'rename',
      label: t('filePanels.rename'),
      icon: Pencil,
      onAction: () => onRename(item),
    });
  if (actions.delete)
    entries.push({
      id: 'delete',
      label: t('filePanels.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => onDelete({ kind: 'directory', roomId: target, name }),
    });
  if (entries.length === 0) return null;
  return (
    <MenuButton label={t('filePanels.more')} entries={entries}>
      <IconButton label={t('filePanels.more')} icon={Ellipsis} />
    </MenuButton>
  );
}
