// A PDF as a column of pages; only those near the view are drawn.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaRef } from '#contract/areas/messageModels';
import { drawnRows, layoutOf, useView } from '#ui/virtual';
import { drawPage, openPdf, textOf, type OpenPdf, type PdfDocument } from './pdf';
import { useBytes } from './useBytes';
import { useTakeFocus } from './useTakeFocus';
import { Failed, Loading } from './Waiting';
import styles from './Preview.module.css';

const mostBytes = 200_000_000;
const gap = 12;
const widest = 900;

type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly pdf: OpenPdf; readonly ratio: number }
  | { readonly state: 'locked' | 'unreadable' };

function useOpened(bytes: Uint8Array<ArrayBuffer> | null): Opened {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  useEffect(() => {
    if (bytes === null) return undefined;
    let stale = false;
    let pdf: OpenPdf | null = null;
    const open = async (): Promise<Opened> => {
      pdf = await openPdf(bytes);
      const { width, height } = (await pdf.document.getPage(1)).getViewport({ scale: 1 });
      return { state: 'open', pdf, ratio: height / width };
    };
    void open()
      .catch((thrown: unknown): Opened => {
        const locked = thrown instanceof Error && thrown.name === 'PasswordException';
        return { state: locked ? 'locked' : 'unreadable' };
      })
      .then((now) => {
        if (stale) pdf?.close();
        else setOpened(now);
      });
    return () => {
      stale = true;
      setOpened({ state: 'opening' });
      pdf?.close();
    };
  }, [bytes]);
  return opened;
}

export interface PdfViewProps {
  readonly name: string;
  readonly media: MediaRef;
  /** Said below when the pages cannot be shown here. */
  readonly fallback: (text: string) => React.ReactNode;
}

export function PdfView({ name, media, fallback }: PdfViewProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const loaded = useBytes(media.handle, mostBytes, attempt);
  const opened = useOpened(loaded.state === 'ready' ? loaded.bytes : null);
  if (loaded.state === 'failed')
    return <Failed handle={media.handle} onRetry={() => setAttempt(attempt + 1)} />;
  if (loaded.state === 'loading' || opened.state === 'opening')
    return <Loading handle={media.handle} />;
  if (opened.state === 'locked') return fallback(t('filePanels.preview.pdfLocked'));
  if (opened.state !== 'open') return fallback(t('filePanels.preview.pdfUnreadable'));
  return <Pages name={name} document={opened.pdf.document} ratio={opened.ratio} />;
}

function Pages({
  name,
  document,
  ratio,
}: {
  readonly name: string;
  readonly document: PdfDocument;
  readonly ratio: number;
}) {
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

interface PageProps {
  readonly document: PdfDocument;
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly onRatio: (ratio: number) => void;
}

function Page({ document, number, width, height, onRatio }: PageProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const tell = useRef(onRatio);
  useLayoutEffect(() => {
    tell.current = onRatio;
  });
  useEffect(() => {
    let stop = (): void => undefined;
    let stale = false;
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      if (stale || canvas.current === null) return;
      const { width: wide, height: high } = page.getViewport({ scale: 1 });
      tell.current(high / wide);
      const drawing = drawPage(page, canvas.current, width);
      stop = drawing.stop;
      await drawing.done;
      const said = await textOf(page);
      if (!stale) setText(said);
    };
    // A page that cannot be drawn stays white; the others are not held up.
    draw().catch(() => undefined);
    return () => {
      stale = true;
      stop();
    };
  }, [document, number, width]);
  return (
    <section
      className={styles.page}
      aria-label={t('filePanels.preview.pageNumber', { page: number })}
      style={{ inlineSize: width, blockSize: height }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <p className={styles.pageText}>{text}</p>
    </section>
  );
}
