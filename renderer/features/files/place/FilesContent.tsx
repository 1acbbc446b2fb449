// The content pane of Files: what was found, the open directory with its details, or what to do next.
import { FolderOpen } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import { AppErrorNote } from '#app/errors';
import { directoryOpened, fileRevealed, type FileAt } from '#app/places/filesPlace';
import { useValue, type ListState } from '#app/hooks';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Bar } from '#ui/layout/Bar';
import { EmptyState } from '#ui/layout/EmptyState';
import { TransfersPanel } from '../panels';
import { FoundFiles } from './FoundFiles';
import { focusFindField, useFindKey } from '../useFindKey';
import { DirectoryPane } from './DirectoryPane';
import { Invitation } from './Invitation';
import { NoTrees } from './NoTrees';
import styles from './Content.module.css';

export interface FilesContentProps {
  readonly trees: ListState<TreeItem>;
  /** The words of a search everywhere; empty when there is none, or when its results stand elsewhere. */
  readonly search: string;
}

export function FilesContent({ trees, search }: FilesContentProps) {
  const dispatch = useAppDispatch();
  const directoryId = useAppSelector((state) => state.files.directoryId);
  const showFile = useCallback((file: FileAt) => void dispatch(fileRevealed(file)), [dispatch]);
  const showDirectory = useCallback((id: string) => void dispatch(directoryOpened(id)), [dispatch]);
  const transfers = <TransfersPanel onShowFile={showFile} onShowDirectory={showDirectory} />;
  if (search !== '') return <Found text={search}>{transfers}</Found>;
  if (directoryId === null) return <Nothing trees={trees}>{transfers}</Nothing>;
  return <Directory roomId={directoryId} trees={trees} transfers={transfers} />;
}

function Directory({
  roomId,
  trees,
  transfers,
}: {
  readonly roomId: string;
  readonly trees: ListState<TreeItem>;
  readonly transfers: React.ReactNode;
}) {
  const { value, error } = useValue('directory', { roomId });
  // Until the next one is known the last one stays, so that the rows keep the focus and nothing flickers.
  const last = useRef(value);
  if (value !== undefined || error !== null) last.current = value;
  const shown = last.current;
  if (shown === undefined) {
    return (
      <main className={styles.main}>
        <AppErrorNote error={error} place="files" />
      </main>
    );
  }
  return <DirectoryPane directory={shown} trees={trees.items} transfers={transfers} />;
}

function Found({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  const { t } = useTranslation();
  useFindKey(focusFindField);
  return (
    <main className={styles.main}>
      <Bar>
        <h2>{t('files.place.foundTitle', { text })}</h2>
      </Bar>
      <div className={styles.body}>
        <FoundFiles text={text} />
      </div>
      {children}
    </main>
  );
}

function Nothing({
  trees,
  children,
}: {
  readonly trees: ListState<TreeItem>;
  readonly children: React.ReactNode;
}) {
  const { t } = useTranslation();
  useFindKey(focusFindField);
  const none = trees.ready && trees.items.length === 0;
  const invite = trees.items.find((item) => item.kind === 'invite');
  return (
    <main className={styles.main}>
      <div className={styles.body}>
        {none ? (
          <NoTrees />
        ) : invite !== undefined ? (
          <Invitation
            roomId={invite.roomId}
            name={invite.name}
            inviter={invite.inviter}
            directories={invite.directories}
          />
        ) : (
          <EmptyState
            icon={FolderOpen}
            title={t('files.empty.chooseTitle')}
            text={t('files.empty.chooseText')}
          />
        )}
      </div>
      {children}
    </main>
  );
}
