// All emoji by section: typing searches, arrows and Enter choose, tabs go to a section. The field keeps the focus and names the active cell
// by `aria-activedescendant`, so that only the rows in view have to be rendered.
import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useMediaUrl } from '#app/context';
import { useList } from '#app/hooks';
import { SmallImage } from '#ui/marks/SmallImage';
import { drawnRows, scrollToShow, useView, viewOf } from '#ui/lists/virtual';
import { useEmojiMemory, type RecentEmoji } from './emojiMemory';
import { EmojiTabs } from './EmojiTabs';
import { cellBeside, panelRows, rowOfCell, sectionAt } from './panelRows';
import type { Cell, CustomEmoji, PanelRow, PanelRows, Section } from './panelRows';
import { SkinTones } from './SkinTones';
import { useAllEmoji } from './useAllEmoji';
import styles from './EmojiPanel.module.css';

/** The emoji itself: a letter of the font, or the picture of a pack. */
function Drawn({ unicode, custom }: Cell): ReactNode {
  const url = useMediaUrl();
  if (custom === undefined) return unicode;
  return <SmallImage src={url(custom.handle)} text="" />;
}

interface RowProps {
  readonly row: PanelRow;
  readonly top: number;
  readonly active: number | null;
  readonly idOf: (cell: number) => string;
  readonly onPick: (cell: Cell) => void;
  readonly onPoint: (cell: Cell | null) => void;
}

function Row({ row, top, active, idOf, onPick, onPoint }: RowProps): ReactNode {
  const { t } = useTranslation();
  if (row.kind === 'head')
    return (
      <div role="row" className={styles.head} style={{ insetBlockStart: top }}>
        <span role="rowheader">
          <bdi>{row.name ? row.name : t(`emoji.section.${row.section}`)}</bdi>
        </span>
      </div>
    );
  return (
    <div role="row" className={styles.row} style={{ insetBlockStart: top }}>
      {row.cells.map((cell, column) => (
        <span
          key={`${cell.custom?.pack ?? ''} ${cell.unicode}`}
          id={idOf(row.first + column)}
          role="gridcell"
          aria-label={cell.label}
          aria-selected={row.first + column === active}
          className={styles.cell}
          onPointerEnter={() => onPoint(cell)}
          onPointerLeave={() => onPoint(null)}
          onClick={() => onPick(cell)}
        >
          <Drawn {...cell} />
        </span>
      ))}
    </div>
  );
}

interface Keys {
  readonly panel: PanelRows;
  readonly active: number | null;
  readonly searching: boolean;
  readonly onActive: (cell: number | null) => void;
  readonly onPick: (cell: Cell) => void;
}

/** Index of the cell that an arrow key leads to; undefined: the key belongs to the field. */
function arrowTarget(key: string, { panel, active, searching }: Keys): number | null | undefined {
  const rtl = document.documentElement.dir === 'rtl';
  const last = panel.cells.length - 1;
  if (key === 'ArrowDown') return active === null ? 0 : cellBeside(panel, active, 1);
  if (key === 'ArrowUp') return active === null ? null : cellBeside(panel, active, -1);
  // While a text is searched for, left and right move the caret, until the arrows have entered the grid.
  if (active === null && searching) return undefined;
  const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[key];
  return step === undefined ? undefined : Math.max(0, Math.min(last, (active ?? -1) + step));
}

function onKey(event: KeyboardEvent, keys: Keys): void {
  const { panel, active, searching, onActive, onPick } = keys;
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    const cell = panel.cells[active ?? (searching ? 0 : -1)];
    if (cell !== undefined) onPick(cell);
    return;
  }
  const target = panel.cells.length === 0 ? undefined : arrowTarget(event.key, keys);
  if (target === undefined) return;
  event.preventDefault();
  onActive(target);
}

export interface EmojiPanelProps {
  /** The room whose packs are offered. */
  readonly roomId: string;
  /** A custom emoji is named by its shortcode, between colons. */
  readonly onPick: (emoji: string, custom?: CustomEmoji) => void;
}

export function EmojiPanel({ roomId, onPick }: EmojiPanelProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const all = useAllEmoji(true);
  const { items: packs } = useList('imagePacks', { roomId });
  const memory = useEmojiMemory();
  const [text, setText] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const [pointed, setPointed] = useState<Cell | null>(null);
  // The recent emoji keep their order while the panel is open, so that they do not move under the pointer.
  const [first, setFirst] = useState<readonly RecentEmoji[] | null>(null);
  if (first === null && memory.known) setFirst(memory.recent);
  const recent = first ?? memory.recent;
  const panel = useMemo(
    () => panelRows(all, packs, text, recent, memory.tone),
    [all, packs, text, recent, memory.tone],
  );
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const view = useView(scroller, 'emoji');
  const { from, to } = drawnRows(panel.layout, view);
  const idOf = (cell: number): string => `${id}-${cell}`;
  const named = pointed ?? panel.cells[active ?? 0] ?? null;
  const sections = [
    ...new Set(panel.rows.flatMap((row) => (row.kind === 'head' ? row.section : []))),
  ];

  const pick = ({ unicode, custom }: Cell): void => {
    const ofPack = custom && { pack: custom.pack, shortcode: custom.shortcode };
    memory.picked(ofPack ?? unicode);
    onPick(unicode, custom);
  };
  const activate = (cell: number | null): void => {
    setActive(cell);
    setPointed(null);
    const element = scroller.current;
    if (element === null || cell === null) return;
    element.scrollTop = scrollToShow(panel.layout, rowOfCell(panel, cell), viewOf(element));
  };
  const goTo = (section: Section): void => {
    const row = panel.rows.findIndex((one) => one.kind === 'head' && one.section === section);
    const next = panel.rows[row + 1];
    scroller.current?.scrollTo({ top: panel.layout.tops[row] ?? 0 });
    setActive(next?.kind === 'cells' ? next.first : null);
    field.current?.focus();
  };
  const activeId = active === null ? undefined : idOf(active);
  const onKeyDown = (event: KeyboardEvent): void =>
    onKey(event, { panel, active, searching: text !== '', onActive: activate, onPick: pick });
  return (
    <div className={styles.panel}>
      <div className={styles.search}>
        <input
          ref={field}
          type="text"
          role="combobox"
          autoFocus
          spellCheck={false}
          autoComplete="off"
          aria-label={t('emoji.search')}
          aria-expanded
          aria-haspopup="grid"
          aria-controls={id}
          aria-activedescendant={activeId}
          placeholder={t('emoji.search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(event.target.value.trim() === '' ? null : 0);
            if (scroller.current !== null) scroller.current.scrollTop = 0;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {sections.length > 0 && (
        <EmojiTabs sections={sections} current={sectionAt(panel, view.top)} onSection={goTo} />
      )}
      {all.length > 0 && panel.cells.length === 0 && (
        <p className={styles.empty} role="status">
          {t('emoji.none')}
        </p>
      )}
      <div
        ref={scroller}
        id={id}
        role="grid"
        aria-label={t('emoji.label')}
        aria-activedescendant={activeId}
        tabIndex={0}
        className={styles.scroller}
        onKeyDown={onKeyDown}
        // A press leaves the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div
          role="presentation"
          className={styles.canvas}
          style={{ blockSize: panel.layout.total }}
        >
          {panel.rows.slice(from, to).map((row, offset) => (
            <Row
              key={row.kind === 'head' ? `head ${from + offset}` : row.first}
              row={row}
              top={panel.layout.tops[from + offset] ?? 0}
              active={active}
              idOf={idOf}
              onPick={pick}
              onPoint={setPointed}
            />
          ))}
        </div>
      </div>
      <SkinTones
        tone={memory.tone}
        onTone={(tone) => {
          memory.chooseTone(tone);
          field.current?.focus();
        }}
      >
        {named !== null && (
          <>
            <span className={styles.shown}>
              <Drawn {...named} />
            </span>
            <span className={styles.name}>{named.label}</span>
          </>
        )}
      </SkinTones>
    </div>
  );
}
