// Pictures and films that one person sent one after the other become one row: a grid. Each stays a message of its own. Pure.
import type { Media, Message } from './context';
import type { Item } from './folds';

/** In place of two or more messages. */
export interface Album {
  readonly kind: 'album';
  /** Its first message's. */
  readonly key: string;
  readonly messages: readonly Message[];
  /** Whoever has seen the row has seen its newest message. */
  readonly eventId: string | null;
  readonly sentAtMs: number;
}

/** What was drawn before decides what stays where it is. */
export interface AlbumMemory {
  /** Keys of pictures that stood first in what was loaded; older ones that come never join them: what is looked at does not move down in its row. */
  readonly edges: Set<string>;
  /** The row of each picture that stood with others: one that is deleted keeps its square there. */
  readonly rows: Map<string, string>;
}

export const noAlbums = (): AlbumMemory => ({ edges: new Set(), rows: new Map() });

export const isDeleted = ({ body }: Message): boolean => body.type === 'redacted';

/** What follows later was not sent together with what stands above it. */
const togetherMs = 120_000;
/** As high as a window, so that whoever is led to one of them sees it. */
const most = 12;

/** A square would draw it larger than it is. */
const isSmall = ({ width, height }: Media): boolean =>
  width !== null && height !== null && Math.min(width, height) < 160;

/** A copy of somebody else's words says so above them: it stands alone. */
const isPictured = ({ body, forwarded, hidden }: Message): boolean =>
  hidden === undefined &&
  (body.type === 'image' || body.type === 'video') &&
  body.sticker !== true &&
  body.media.broken === null &&
  !isSmall(body.media) &&
  forwarded !== true;

/** What answers, has words of its own or calls somebody begins anew. `continuation`: one sender, equally certain, nothing between them. */
const joins = (above: Message | undefined, item: Message): boolean =>
  above !== undefined &&
  item.continuation &&
  !item.highlight &&
  item.reply === null &&
  'caption' in item.body &&
  item.body.caption === null &&
  item.sentAtMs - above.sentAtMs <= togetherMs;

/** Two by two where that comes out even. */
export const columnsOf = (count: number): number => (count === 2 || count === 4 ? 2 : 3);

/** How many of the last ones stand two in a row where the others are three, so that no row has a hole. */
export const widerOf = (count: number): number =>
  columnsOf(count) === 2 ? 0 : ([0, 4, 2][count % 3] ?? 0);

/** About how high the squares are, px. */
export function albumHeight(count: number): number {
  const columns = columnsOf(count);
  return Math.ceil(count / columns) * (columns === 2 ? 204 : 168);
}

/** They stood together, and one of them is deleted: nobody calls anybody by that, and what is left of it proves nothing of its sender. */
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
 * Adds to the memory. `rootId`: of a thread, whose first message stands alone. `aloneKey`: a message that stays in a row of its own,
 * because a new row would take its focus or its menu.
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
  // Above the room's start nothing comes.
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
