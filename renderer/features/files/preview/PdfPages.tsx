// A PDF as a column of pages, with their text over them; only those near the view are drawn.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import { drawnRows, layoutOf, useView } from '#ui/lists/virtual';
import { rangeIn } from './find/drawnText';
import type { Finding } from './find/finding';
import { reveal, usePaint, type Paint } from './find/useMarks';
import { drawPage, layText, textOf, type PageText, type PdfDocument } from './pdf';
import { usePdfPlaces, type PdfPlace } from './usePdfPlaces';
import { useTakeFocus } from './useTakeFocus';
import styles from './Preview.module.css';

const gap = 12;
const widest = 900;

export interface PdfPagesProps {
  readonly name: string;
  readonly document: PdfDocument;
  /** Height by width of the first page. */
  readonly ratio: number;
  readonly finding: Finding;
}

export function PdfPages({ name, document, ratio, finding }: PdfPagesProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const view = useView(box, 'pages', document);
  useTakeFocus(box, true);
  /** Height by width of the pages that were drawn; the first page's stands for the others. */
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(new Map());
  const count = document.numPages;
  const width = Math.min(widest, Math.max(200, view.width - 32));
  const layout = layoutOf(
    Array.from({ length: count }, (_, index) =>
      Math.round(width * (ratios.get(index + 1) ?? ratio) + gap),
    ),
  );
  const { from, to } = drawnRows(layout, view);
  const middle = layout.tops.findLastIndex((top) => top <= view.top + view.height / 2);
  const current = Math.min(count, Math.max(1, middle + 1));
  const places = usePdfPlaces(document, finding);
  const paint = usePaint();
  const place = places[finding.at] ?? null;
  const isInView = (page: number): boolean => {
    const top = layout.tops[page - 1];
    if (box.current === null || top === undefined) return false;
    const end = (layout.tops[page] ?? top) - gap;
    return end > box.current.scrollTop && top < box.current.scrollTop + view.height;
  };
  const shown = useShown(box, place, finding.turn, (page) => {
    const top = layout.tops[page - 1];
    if (box.current !== null && top !== undefined && !isInView(page)) box.current.scrollTop = top;
  });
  // Pages of another width are laid out anew: the place that is in view stays there.
  const seen = useRef({ width, page: 0 });
  useLayoutEffect(() => {
    const { width: before, page } = seen.current;
    if (before !== width && place !== null && place.page === page) shown.again(page);
    seen.current = { width, page: place !== null && isInView(place.page) ? place.page : 0 };
  });
  return (
    <>
      <div ref={box} className={styles.pages} tabIndex={0} role="document" aria-label={name}>
        <div style={{ blockSize: layout.total, position: 'relative' }}>
          {Array.from({ length: to - from }, (_, index) => from + index + 1).map((number) => (
            <div
              key={number}
              style={{
                position: 'absolute',
                insetInline: 0,
                insetBlockStart: layout.tops[number - 1] ?? 0,
              }}
            >
              <Page
                document={document}
                number={number}
                width={width}
                height={(layout.tops[number] ?? 0) - (layout.tops[number - 1] ?? 0) - gap}
                onRatio={(own) =>
                  setRatios((before) =>
                    before.get(number) === own ? before : new Map(before).set(number, own),
                  )
                }
                marks={{ places, place, paint, shown }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.zoom} role="status">
        {t('filePanels.preview.page', { page: current, count })}
      </div>
    </>
  );
}

interface Shown {
  /** Brings the place of this turn into view, once it is drawn. */
  reveal(range: Range): void;
  /** It is brought into view once more, as soon as it is drawn anew. */
  again(page: number): void;
}

/** First the page comes, then on it the place. */
function useShown(
  box: RefObject<HTMLElement | null>,
  place: PdfPlace | null,
  turn: number,
  toPage: (page: number) => void,
): Shown {
  const page = place?.page ?? null;
  const due = useRef(0);
  const done = useRef(0);
  const go = useRef(toPage);
  useLayoutEffect(() => {
    go.current = toPage;
  });
  useLayoutEffect(() => {
    if (page === null || due.current === turn) return;
    due.current = turn;
    go.current(page);
  }, [page, turn]);
  const [shown] = useState<Shown>(() => ({
    reveal: (range) => {
      if (done.current === due.current || box.current === null) return;
      done.current = due.current;
      reveal(range, box.current);
    },
    again: (again) => {
      done.current = -1;
      go.current(again);
    },
  }));
  return shown;
}

interface Marks {
  /** The found places of all pages. */
  readonly places: readonly PdfPlace[];
  /** The one that is meant. */
  readonly place: PdfPlace | null;
  readonly paint: Paint | null;
  readonly shown: Shown;
}

interface PageProps {
  readonly document: PdfDocument;
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly onRatio: (ratio: number) => void;
  readonly marks: Marks;
}

interface Laid {
  readonly parts: readonly HTMLElement[];
  readonly starts: PageText['starts'];
}

function Page({ document, number, width, height, onRatio, marks }: PageProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState<Laid | null>(null);
  const tell = useRef(onRatio);
  useLayoutEffect(() => {
    tell.current = onRatio;
  });
  useEffect(() => {
    let stops: readonly (() => void)[] = [];
    let stale = false;
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      if (stale || canvas.current === null) return;
      const { width: wide, height: high } = page.getViewport({ scale: 1 });
      tell.current(high / wide);
      const drawing = drawPage(page, canvas.current, width);
      stops = [drawing.stop];
      await drawing.done;
      const read = await textOf(page);
      if (stale || over.current === null) return;
      const laying = layText(page, read, over.current, width);
      stops = [laying.stop];
      const parts = await laying.done;
      if (!stale) setLaid({ parts, starts: read.starts });
    };
    // A page that cannot be drawn stays white; the others are not held up.
    draw().catch(() => undefined);
    return () => {
      stale = true;
      setLaid(null);
      for (const stop of stops) stop();
    };
  }, [document, number, width]);
  useMarked(number, laid, marks);
  return (
    <section
      className={styles.page}
      aria-label={t('filePanels.preview.pageNumber', { page: number })}
      style={{ inlineSize: width, blockSize: height }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={over} className={styles.pageText} />
    </section>
  );
}

/** Paints the places of one page while its text lies over it. */
function useMarked(
  number: number,
  laid: Laid | null,
  { places, place, paint, shown }: Marks,
): void {
  useEffect(() => {
    if (laid === null) return undefined;
    const pieces = laid.parts.flatMap((part, index) => {
      const node = part.firstChild;
      return node === null ? [] : [{ node, at: laid.starts[index] ?? 0 }];
    });
    if (pieces.length === 0) return undefined;
    const added: Range[] = [];
    for (const one of places) {
      if (one.page !== number) continue;
      const range = rangeIn(pieces, one);
      added.push(range);
      paint?.all.add(range);
      if (one !== place) continue;
      paint?.now.add(range);
      shown.reveal(range);
    }
    return () => {
      for (const range of added) {
        paint?.all.delete(range);
        paint?.now.delete(range);
      }
    };
  }, [number, laid, places, place, paint, shown]);
}
