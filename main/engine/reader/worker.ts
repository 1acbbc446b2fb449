// Reads the text of one PDF and ends. Draws nothing, fetches nothing, runs nothing of the document.
import './globals';
import { parentPort, workerData } from 'node:worker_threads';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

const { bytes, characters } = workerData as {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly characters: number;
};

/** More pages are not read. */
const mostPages = 2_000;

/** The library reads in this thread: it has no other. */
Reflect.set(globalThis, 'pdfjsWorker', pdfjsWorker);

/** True when text can become code, in spite of the flag of the process; then no file is read. */
function runsText(): boolean {
  try {
    return new Function('return true')() === true;
  } catch {
    // The flag works.
    return false;
  }
}

async function textOfPage(document: PDFDocumentProxy, no: number): Promise<string> {
  try {
    const page = await document.getPage(no);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
  } catch {
    // A page that is broken says nothing, and the others what they say.
    return '';
  }
}

async function textOf(document: PDFDocumentProxy): Promise<string> {
  const said: string[] = [];
  let length = 0;
  for (let no = 1; no <= Math.min(document.numPages, mostPages) && length < characters; no += 1) {
    const text = await textOfPage(document, no);
    said.push(text);
    length += text.length + 1;
  }
  return said.join('\n').slice(0, characters);
}

async function read(): Promise<string> {
  if (runsText()) return '';
  const document = await getDocument({
    data: bytes,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  }).promise;
  return textOf(document);
}

// Broken, or locked by a password.
const text = read().catch(() => '');
void text.then((found) => parentPort?.postMessage(found));
