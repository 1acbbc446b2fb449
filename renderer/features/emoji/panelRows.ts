// The rows of the panel, headings and emoji, and the moves of the arrow keys in them. Pure.
import type { ImagePack, PackImage } from '#contract/areas/messages/packs';
import { layoutOf, type Layout } from '#ui/lists/virtual';
import type { RecentCustom, RecentEmoji } from './emojiMemory';
import { isCalled } from './packWords';
import { groups, searchEmoji, toned, type Emoji, type Group } from './emojiData';

export const columns = 9;
const rowPx = 36;
const headPx = 28;

export type Section = 'recent' | 'custom' | Group;

/** An emoji of an image pack. */
export interface CustomEmoji {
  readonly pack: string;
  /** Without its colons. */
  readonly shortcode: string;
  readonly handle: string;
}

export interface Cell {
  /** The text that is inserted. */
  readonly unicode: string;
  readonly label: string;
  readonly custom?: CustomEmoji;
}

export type PanelRow =
  /** `name`: of the pack whose emoji follow; empty for the account's own. */
  | { readonly kind: 'head'; readonly section: Section; readonly name?: string }
  | { readonly kind: 'cells'; readonly cells: readonly Cell[]; readonly first: number };

export interface PanelRows {
  readonly rows: readonly PanelRow[];
  readonly cells: readonly Cell[];
  readonly layout: Layout;
}

interface Shown {
  readonly section: Section | null;
  readonly name?: string;
  readonly cells: readonly Cell[];
}

/** Removes the variation selector for the coloured form, which some emoji are stored without. */
const bare = (unicode: string): string => unicode.replaceAll('\u{fe0f}', '');

const cellOf = (emoji: Emoji, tone: number): Cell => ({
  unicode: toned(emoji, tone),
  label: emoji.label,
});

const customCell = (pack: string, { shortcode, text, handle }: PackImage): Cell => ({
  unicode: `:${shortcode}:`,
  label: text === '' ? shortcode : text,
  custom: { pack, shortcode, handle },
});

/** The emoji of each pack; those whose name or text has the words, when there are any. */
const customOf = (packs: readonly ImagePack[], text: string): readonly Shown[] =>
  packs.map(({ key, name, images }) => ({
    section: 'custom',
    name,
    cells: images
      .filter((image) => image.emoticon && isCalled(image, text.trim().toLowerCase()))
      .map((image) => customCell(key, image)),
  }));

/** Null where the pack is gone, has it no more, or does not apply in this room. */
function recentOfPack(packs: readonly ImagePack[], { pack, shortcode }: RecentCustom): Cell | null {
  const images = packs.find(({ key }) => key === pack)?.images ?? [];
  const image = images.find((one) => one.emoticon && one.shortcode === shortcode);
  return image === undefined ? null : customCell(pack, image);
}

function sectionsOf(
  all: readonly Emoji[],
  packs: readonly ImagePack[],
  recent: readonly RecentEmoji[],
  tone: number,
): readonly Shown[] {
  const labels = new Map(
    all.flatMap(({ unicode, tones, label }) =>
      [unicode, ...tones].map((one): [string, string] => [bare(one), label]),
    ),
  );
  const last = recent.flatMap((one): Cell | [] => {
    if (typeof one !== 'string') return recentOfPack(packs, one) ?? [];
    const label = labels.get(bare(one));
    return label === undefined ? [] : { unicode: one, label };
  });
  const byGroup = groups.map((group) => ({
    section: group,
    cells: all.filter((emoji) => emoji.group === group).map((emoji) => cellOf(emoji, tone)),
  }));
  return [{ section: 'recent' as const, cells: last }, ...customOf(packs, ''), ...byGroup];
}

/** All emoji by section, or the results for `text`: those of packs go before the others. */
export function panelRows(
  all: readonly Emoji[],
  packs: readonly ImagePack[],
  text: string,
  recent: readonly RecentEmoji[],
  tone: number,
): PanelRows {
  const found = (): Shown => ({
    section: null,
    cells: [
      ...customOf(packs, text).flatMap(({ cells }) => cells),
      ...searchEmoji(all, text).map((emoji) => cellOf(emoji, tone)),
    ],
  });
  const sections = text.trim() === '' ? sectionsOf(all, packs, recent, tone) : [found()];
  const rows: PanelRow[] = [];
  const cells: Cell[] = [];
  for (const { section, name, cells: own } of sections) {
    if (own.length === 0) continue;
    if (section !== null) rows.push({ kind: 'head', section, ...(name !== undefined && { name }) });
    for (let at = 0; at < own.length; at += columns) {
      const part = own.slice(at, at + columns);
      rows.push({ kind: 'cells', cells: part, first: cells.length });
      cells.push(...part);
    }
  }
  const layout = layoutOf(rows.map(({ kind }) => (kind === 'head' ? headPx : rowPx)));
  return { rows, cells, layout };
}

/** Index of the row that holds a cell. */
export const rowOfCell = ({ rows }: PanelRows, cell: number): number =>
  rows.findLastIndex((row) => row.kind === 'cells' && row.first <= cell);

/** The cell above (-1) or below (1), in the same column if the row is long enough; null above the first row. */
export function cellBeside(panel: PanelRows, cell: number, step: -1 | 1): number | null {
  const here = panel.rows[rowOfCell(panel, cell)];
  const column = here?.kind === 'cells' ? cell - here.first : 0;
  let at = rowOfCell(panel, cell) + step;
  while (panel.rows[at]?.kind === 'head') at += step;
  const next = panel.rows[at];
  if (next?.kind !== 'cells') return step === -1 ? null : cell;
  return next.first + Math.min(column, next.cells.length - 1);
}

/** The section at the top of a view that is scrolled to `top`; null while a text is searched. */
export function sectionAt({ rows, layout }: PanelRows, top: number): Section | null {
  let section: Section | null = null;
  rows.forEach((row, index) => {
    if (row.kind === 'head' && (layout.tops[index] ?? 0) <= top + headPx) section = row.section;
  });
  return section;
}
