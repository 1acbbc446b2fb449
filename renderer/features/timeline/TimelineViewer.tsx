// The viewer for files of the conversation: shows one file over the whole window, with its sender and caption, and leads to the other
// loaded files.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ListState } from '#app/hooks';
import { TrustMark, trustShown } from '#app/TrustMark';
import { isolate } from '#ui/text/isolate';
import { formatDay, formatFull, formatTime } from '#ui/text/time';
import { Preview } from '../files';
import type { Previewed } from '../files';
import type { Media, Message } from './context';
import { RichText } from './html/RichText';
import type { Item } from './folds';
import { endsLive } from './scroll/usePaging';
import styles from './TimelineViewer.module.css';

interface Shown extends Previewed {
  readonly item: Message;
}

/** The files of the loaded items, in the order of the conversation. */
function filesOf(items: readonly Item[]): Shown[] {
  return items.flatMap((item) => {
    if (item.kind !== 'message') return [];
    const { body } = item;
    const several = body.type === 'gallery' ? body.items : 'media' in body ? [body] : [];
    const problem = item.trust === 'not_encrypted' ? ('sent_in_clear' as const) : null;
    return several.flatMap(({ media, looks }, at) => {
      if (media.broken !== null) return [];
      const { fileName: name, sizeBytes } = media;
      const key = at === 0 ? item.key : `${item.key} ${at}`;
      return [{ key, name, ...looks, sizeBytes, media, problem, item }];
    });
  });
}

function About({ item }: { readonly item: Message }): ReactNode {
  const { t, i18n } = useTranslation();
  const caption = 'caption' in item.body ? item.body.caption : null;
  const { language } = i18n;
  const day = formatDay(item.sentAtMs, Date.now(), language, 'within');
  const time = `${day}, ${formatTime(item.sentAtMs, language)}`;
  return (
    <>
      {caption !== null && (
        <div className={styles.caption}>
          <RichText {...caption} />
        </div>
      )}
      <span className={styles.sent} title={formatFull(item.sentAtMs, language)}>
        <TrustMark trust={trustShown(item)} />
        {t('timeline.sentBy', { name: isolate(item.sender.name), time })}
      </span>
    </>
  );
}

export interface ViewerActs {
  readonly paginate: ListState<Item>['paginate'];
  /** Null: messages cannot be forwarded from here. */
  readonly forward: ((item: Message) => void) | null;
  /** Null: nothing can be taken from here. */
  readonly saveTo: ((item: Message, media?: Media) => void) | null;
  readonly jumpTo: (eventId: string) => void;
}

export interface TimelineViewerProps {
  readonly items: readonly Item[];
  /** The file that was pressed. */
  readonly media: Media;
  readonly acts: ViewerActs;
  readonly onClose: () => void;
}

/** The next page is fetched when the open file is this near to the last loaded one. */
const nearEnd = 2;
const pageSize = 50;

/** Fetches pages until there are files beyond the open one, or the room has no more. */
function useMoreFiles(
  items: readonly Item[],
  index: number,
  count: number,
  paginate: ListState<Item>['paginate'],
): void {
  const busy = useRef(false);
  const back = index >= 0 && index < nearEnd && items[0]?.kind !== 'start';
  const forward = index >= 0 && index >= count - nearEnd && !endsLive(items);
  useEffect(() => {
    if (busy.current || (!back && !forward)) return;
    busy.current = true;
    void paginate(back ? 'back' : 'forward', pageSize).then(() => {
      busy.current = false;
    });
  }, [items, back, forward, paginate]);
}

export function TimelineViewer({ items, media, acts, onClose }: TimelineViewerProps): ReactNode {
  const files = useMemo(() => filesOf(items), [items]);
  const [openKey, setOpenKey] = useState(() => {
    const found =
      files.find((file) => file.media === media) ??
      files.find((file) => file.media?.handle === media.handle);
    return found?.key;
  });
  const index = files.findIndex(({ key }) => key === openKey);
  useMoreFiles(items, index, files.length, acts.paginate);
  if (index < 0) return null;
  const { forward, saveTo } = acts;
  /** Closes the viewer, then acts on the message of a file. */
  const withMessage = (at: number, act: (item: Message) => void): void => {
    const item = files[at]?.item;
    onClose();
    if (item !== undefined) act(item);
  };
  return (
    <Preview
      items={files}
      index={index}
      onIndex={(to) => setOpenKey(files[to]?.key)}
      onClose={onClose}
      message={{
        ...(forward !== null && { onForward: (at: number) => withMessage(at, forward) }),
        ...(saveTo !== null && {
          onSaveTo: (at: number) => {
            const media = files[at]?.media ?? undefined;
            withMessage(at, (item) => saveTo(item, media));
          },
        }),
        onShow: (at) =>
          withMessage(at, ({ eventId }) => {
            if (eventId !== null) acts.jumpTo(eventId);
          }),
      }}
      about={(at) => {
        const item = files[at]?.item;
        return item === undefined ? null : <About item={item} />;
      }}
    />
  );
}
