// One found message: who, where, when, and the line with what was looked for marked.
import clsx from 'clsx';
import { FileText } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { ContextLine, FoundMessage } from '#contract/areas/messages/search';
import { MediaAvatar } from '#app/MediaAvatar';
import { WarningMark } from '#app/TrustMark';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { marked } from '#ui/text/marked';
import { Name } from '#ui/text/Name';
import { ListTime } from '#ui/text/ListTime';
import { KindIcon } from '../files';
import styles from './Search.module.css';

export interface HitActs {
  readonly nowMs: number;
  /** The key of the one that was opened last. */
  readonly opened: string | null;
  /** All are of the room that is open: its name says nothing. */
  readonly oneRoom: boolean;
  readonly onOpen: (hit: FoundMessage) => void;
}

export interface HitProps extends HitActs {
  readonly hit: FoundMessage;
  /** The messages beside it, where nothing else leads to them. */
  readonly before?: ContextLine | null;
  readonly after?: ContextLine | null;
}

export function Hit({ hit, before = null, after = null, ...acts }: HitProps) {
  const { nowMs, opened, oneRoom, onOpen } = acts;
  const { t, i18n } = useTranslation();
  const { sender, sentAtMs, trust, folder } = hit;
  /** The search matched the name of a file in a folder, not its text. */
  const isNamed = folder !== null && hit.text === hit.inFile;
  const isOpened = hit.key === opened;
  return (
    <button
      type="button"
      data-hit=""
      className={clsx(styles.hit, isOpened && styles.opened)}
      {...(isOpened ? { 'aria-current': 'true' as const } : {})}
      onClick={() => onOpen(hit)}
    >
      {folder === null ? (
        <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />
      ) : (
        <KindIcon kind={folder.fileKind} size="l" className={styles.kind} />
      )}
      <span className={styles.words}>
        <span className={styles.first}>
          {folder === null ? (
            <Name cut className={styles.name}>
              {sender.name}
            </Name>
          ) : (
            <span className={clsx(styles.name, styles.fileName)} dir="auto">
              {isNamed ? marked(hit.text, hit.marks, 'mark') : hit.inFile}
            </span>
          )}
          {folder === null && sender.ambiguous && (
            <bdi className={styles.address}>{sender.userId}</bdi>
          )}
          <WarningMark trust={trust} size={12} />
          {!oneRoom && (
            <Name cut className={styles.room}>
              {folder?.path ?? hit.roomName}
            </Name>
          )}
          {!oneRoom && hit.address !== undefined && (
            <Name cut className={styles.address}>
              {hit.address}
            </Name>
          )}
          <ListTime
            className={styles.time}
            atMs={sentAtMs}
            nowMs={nowMs}
            language={i18n.language}
          />
        </span>
        {before !== null && <Beside line={before} />}
        {hit.inFile !== null && folder === null && (
          <span className={styles.inFile}>
            <Icon icon={FileText} size={12} />
            <span className={styles.fileName}>
              {t('search.inFile', { name: isolate(hit.inFile) })}
            </span>
          </span>
        )}
        {isNamed ? (
          <Name cut className={styles.beside}>
            {sender.name}
          </Name>
        ) : (
          <span className={styles.text} dir="auto">
            {marked(hit.text, hit.marks, 'mark')}
          </span>
        )}
        {after !== null && <Beside line={after} />}
      </span>
    </button>
  );
}

function Beside({ line: { name, text } }: { readonly line: ContextLine }) {
  return (
    <span className={styles.beside} dir="auto">
      <Name>{name}</Name>: {text}
    </span>
  );
}
