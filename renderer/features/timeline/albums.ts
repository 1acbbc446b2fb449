// Shows pictures and videos that one person sent in succession as one row with a grid. Each of them remains a message of its own. Pure.
import type { Media, Message } from './context';
import type { Item } from './folds';

/** The row that replaces two or more messages. */
export interface Album {
  readonly kind: 'album';
  /** Key of the first message. */
  readonly key: string;
  readonly messages: readonly Message[];
  /** Event id of the newest message: a reader who has seen the row has read all of it. */
  readonly eventId: string | null;
  readonly sentAtMs: number;
}

/** Remembers earlier renders, so that pictures keep their places. */
export interface AlbumMemory {
  /** Keys of pictures that came first in the loaded items. Older pictures never join their row, because that would move them down. */
  readonly edges: Set<string>;
  /** The row of each picture that was in an album: a picture that is deleted keeps its square there. */
  readonly rows: Map<string, string>;
}

export const noAlbums = (): AlbumMemory => ({ edges: new Set(), rows: new Map() });

export const isDeleted = ({ body }: Message): boolean => body.type === 'redacted';

/** A picture that is sent later than this begins a new row. */
const togetherMs = 120_000;
/** So many pictures fill a window: a reader who is led to one of them sees it. */
const most = 12;

/** A square would enlarge a picture that is smaller than this. */
const isSmall = ({ width, height }: Media): boolean =>
  width !== null && height !== null && Math.min(width, height) < 160;

/** A forwarded picture is shown alone, because its row says that it was forwarded. */
const isPictured = ({ body, forwarded, hidden }: Message): boolean =>
  hidden === undefined &&
  (body.type === 'image' || body.type === 'video') &&
  body.sticker !== true &&
  body.media.broken === null &&
  !isSmall(body.media) &&
  forwarded !== true;

/** A reply, a caption or a mention begins a new row. `continuation`: same sender and trust, no other item in between. */
const joins = (above: Message | undefined, item: Message): boolean =>
  above !== undefined &&
  item.continuation &&
  !item.highlight &&
  item.reply === null &&
  'caption' in item.body &&
  item.body.caption === null &&
  item.sentAtMs - above.sentAtMs <= togetherMs;

/** Two columns if they make full rows. */
export const columnsOf = (count: number): number => (count === 2 || count === 4 ? 2 : 3);

/** Number of the last pictures that are shown two in a row, if the other rows have three, so that no row has a hole. */
export const widerOf = (count: number): number =>
  columnsOf(count) === 2 ? 0 : ([0, 4, 2][count % 3] ?? 0);

/** Approximate height of the grid, px. */
export function albumHeight(count: number): number {
  const columns = columnsOf(count);
  return Math.ceil(count / columns) * (columns === 2 ? 204 : 168);
}

/** Both pictures were in one row, and one of them was deleted; a deleted message has no mention, and its trust says nothing any more. */
const staysWith = (above: Message | undefined, item: Message, { rows }: AlbumMemory): boolean =>
  above !== undefined &&
  (isDeleted(above) || isDeleted(item)) &&
  rows.has(item.key) &&
  rows.get(item.key) === rows.get(above.key);

function albumOf(messages: readonly Message[], { rows }: AlbumMemory): Item | Album {
  const [first, second] = messages;
  if (first === undefined || second === undefined) return first as Item;
  for (const { key } of messages) rows.set(key, first.key);
  const { sentAtMs } = messages.at(-1) ?? first;
  const eventId = messages.findLast((one) => one.eventId !== null)?.eventId ?? null;
  return { kind: 'album', key: first.key, messages, eventId, sentAtMs };
}

/**
 * Replaces pictures by albums, and adds to the memory. `rootId`: id of the thread, whose first message is shown alone. `aloneKey`: key of a
 * message that keeps a row of its own, because a new row would lose its focus or its menu.
 */
export function withAlbums(
  items: readonly Item[],
  memory: AlbumMemory,
  rootId: string | null,
  aloneKey: string | null = null,
): readonly (Item | Album)[] {
  const shown: (Item | Album)[] = [];
  const { edges, rows } = memory;
  let run: Message[] = [];
  const endRun = (): void => {
    if (run.length > 0) shown.push(albumOf(run, memory));
    run = [];
  };
  // The loaded items begin with the room's start: no older pictures can come.
  let isFirst = items[0]?.kind !== 'start';
  for (const item of items) {
    const isMessage = item.kind === 'message';
    if (isMessage && isFirst) edges.add(item.key);
    isFirst &&= !isMessage;
    const isSquare = isMessage && (isPictured(item) || (isDeleted(item) && rows.has(item.key)));
    if (isSquare && (rootId === null || item.eventId !== rootId)) {
      const above = run.at(-1);
      const isOne = joins(above, item) || staysWith(above, item, memory);
      if (run.length === most || edges.has(item.key) || !isOne) endRun();
      if (item.key === aloneKey) endRun();
      run.push(item);
      if (item.key === aloneKey) endRun();
      continue;
    }
    endRun();
    shown.push(item);
  }
  endRun();
  return shown;
}
