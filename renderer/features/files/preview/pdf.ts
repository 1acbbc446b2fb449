// The PDF library, loaded with the first PDF: its worker comes from our own bundle, it runs no scripts of the document, no wasm and no
// code from strings.
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

export type PdfDocument = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;

export interface OpenPdf {
  readonly document: PdfDocument;
  close(): void;
}

/** Throws what the library throws; `PasswordException` by name when it is locked. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const { getDocument, PDFWorker } = await import('pdfjs-dist');
  const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    name: 'pdf',
  });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    // The worker takes the bytes over; the caller keeps its own.
    data: bytes.slice(),
    worker,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 64_000_000,
  });
  const close = (): void => {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  try {
    return { document: await task.promise, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** Draws a page; resolves when it stands. The returned function stops it. */
export function drawPage(
  page: PdfPage,
  canvas: HTMLCanvasElement,
  width: number,
): { readonly done: Promise<void>; stop(): void } {
  const base = page.getViewport({ scale: 1 });
  // Sharp on dense screens, but never more than 16 million pixels.
  const wanted = (width * Math.min(window.devicePixelRatio, 2)) / base.width;
  const most = Math.sqrt(16_000_000 / (base.width * base.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  return { done: task.promise, stop: () => task.cancel() };
}

/** A page of more parts than this would hold up the window. */
const mostParts = 20_000;

export interface PageText {
  /** The text of the page, line by line. */
  readonly text: string;
  /** The position in `text` at which each part of the text layer begins. */
  readonly starts: readonly number[];
  readonly content: TextContent;
}

export async function textOf(page: PdfPage): Promise<PageText> {
  const all = await page.getTextContent();
  const content = { ...all, items: all.items.slice(0, mostParts) };
  const starts: number[] = [];
  let text = '';
  for (const item of content.items) {
    if (!('str' in item)) continue;
    starts.push(text.length);
    text += item.str;
    // One space stands between two words, also where a line ends.
    if (item.hasEOL && !/\s$/.test(text)) text += '\n';
  }
  return { text, starts, content };
}

/** Lays the text over the drawn page, where its letters are: it is marked, chosen, and heard there. Resolves with the element of each part. */
export function layText(
  page: PdfPage,
  { content }: PageText,
  over: HTMLElement,
  width: number,
): { readonly done: Promise<readonly HTMLElement[]>; stop(): void } {
  let stop = (): void => undefined;
  const lay = async (): Promise<readonly HTMLElement[]> => {
    const { TextLayer } = await import('pdfjs-dist');
    const scale = width / page.getViewport({ scale: 1 }).width;
    over.replaceChildren();
    over.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: content,
      container: over,
      viewport: page.getViewport({ scale }),
    });
    stop = () => layer.cancel();
    await layer.render();
    return layer.textDivs;
  };
  return { done: lay(), stop: () => stop() };
}
