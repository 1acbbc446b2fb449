// Found files as rows: name with the hit marked, where or who, when; the same list for search and for the files of a room.
import { CircleAlert, Ellipsis, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import { isolate } from '#ui/text/isolate';
import { useNow } from '#app/useNow';
import { FileName } from '#ui/text/FileName';
import { isDanger, TrustMark } from '#app/TrustMark';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { marked as marksOf } from '#ui/text/marked';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { ListTime } from '#ui/text/ListTime';
import { formatSize } from '#ui/text/time';
import { SmallPicture } from '../SmallPicture';
import { problemWords, warningWords } from '../words';
import { cutAtHit } from './filters';
import styles from './Search.module.css';

export interface FoundListProps {
  readonly label: string;
  readonly items: readonly FoundFile[];
  /** Marked in the names. */
  readonly text: string;
  /** The second line: where a file is, or who sent it. */
  readonly second: 'where' | 'sender';
  readonly entriesFor: (file: FoundFile) => readonly MenuEntry[];
  readonly onOpen: (file: FoundFile) => void;
  /** Chosen rows; without it rows are only opened. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelected?: (keys: ReadonlySet<string>) => void;
}

export function FoundList(props: FoundListProps) {
  const { label, items, text, second, entriesFor, onOpen, selected, onSelected } = props;
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 56 }}>
      <GridList
        aria-label={label}
        className={styles.list ?? ''}
        items={items}
        dependencies={[text, second, entriesFor]}
        selectionMode={selected === undefined ? 'none' : 'multiple'}
        selectionBehavior={selected === undefined ? 'toggle' : 'replace'}
        {...(selected === undefined ? {} : { selectedKeys: selected })}
        onSelectionChange={(keys) =>
          onSelected?.(
            keys === 'all'
              ? new Set(items.map((item) => item.key))
              : new Set([...keys].map(String)),
          )
        }
        onAction={(key) => {
          const file = items.find((item) => item.key === key);
          if (file !== undefined) onOpen(file);
        }}
      >
        {(file) => (
          <GridListItem id={file.key} textValue={file.name} className={styles.slot ?? ''}>
            <FoundRow file={file} text={text} second={second} entries={entriesFor(file)} />
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

interface FoundRowProps extends Pick<FoundListProps, 'text' | 'second'> {
  readonly file: FoundFile;
  readonly entries: readonly MenuEntry[];
}

function FoundRow({ file, text, second, entries }: FoundRowProps) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const [before, hit] = cutAtHit(file.name, text);
  const size = file.sizeBytes === null ? [] : [isolate(formatSize(file.sizeBytes, i18n.language))];
  const line = [isolate(second === 'where' ? file.where : file.sender.name), ...size].join(', ');
  return (
    <div className={styles.row}>
      <span className={styles.picture}>
        <SmallPicture file={file} size="m" />
      </span>
      <div className={styles.words}>
        <span className={styles.first}>
          <FileName
            className={styles.name}
            extension={file.extension}
            draw={(part, from) => marked(part, before.length - from, hit.length)}
          >
            {file.name}
          </FileName>
          <Marks file={file} />
          <ListTime
            className={styles.time}
            atMs={file.sentAtMs}
            nowMs={now}
            language={i18n.language}
          />
        </span>
        {file.inside === undefined ? (
          <span className={styles.second} title={line}>
            {line}
          </span>
        ) : (
          <span className={styles.inside} title={line}>
            <span className={styles.insideOf}>
              {isolate(second === 'where' ? file.where : file.sender.name)}
            </span>
            <span className={styles.insideText} dir="auto">
              {marksOf(file.inside.text, file.inside.marks, 'mark')}
            </span>
          </span>
        )}
      </div>
      <MenuButton label={t('filePanels.moreNamed', { name: file.name })} entries={entries}>
        <IconButton
          size="s"
          label={t('filePanels.moreNamed', { name: file.name })}
          icon={Ellipsis}
        />
      </MenuButton>
    </div>
  );
}

function Marks({ file }: { readonly file: FoundFile }): ReactNode {
  const { t } = useTranslation();
  const [warning] = file.warnings;
  if (file.problem !== null) {
    const { title, text } = problemWords(t, file.problem);
    return (
      <span role="img" aria-label={title} title={`${title}. ${text}`} className={styles.bad}>
        <Icon icon={CircleAlert} />
      </span>
    );
  }
  if (file.trust !== undefined && isDanger(file.trust)) return <TrustMark trust={file.trust} />;
  if (warning === undefined) return null;
  const { title, text } = warningWords(t, warning);
  return (
    <span role="img" aria-label={title} title={`${title}. ${text}`} className={styles.warning}>
      <Icon icon={TriangleAlert} />
    </span>
  );
}

/** A hit may reach over the parts in which a name is drawn. */
function marked(part: string, begin: number, length: number): ReactNode {
  const [from, to] = [begin, begin + length].map((at) => Math.min(part.length, Math.max(0, at)));
  if (from === to) return part;
  return (
    <>
      {part.slice(0, from)}
      <mark>{part.slice(from, to)}</mark>
      {part.slice(to)}
    </>
  );
}
