// The PDF library, loaded with the first PDF: its worker comes from our own bundle, it runs no scripts of the document, no wasm and no
// code from strings.
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

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

/** What the page says, for those who hear it. */
export async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    .join('')
    .slice(0, 100_000);
}
