// Starts and stops together all that works on the index besides the commits that bring messages.
import type { Downloads } from '../media/downloads';
import { createFileTexts, type FileTextsDeps } from './fileTexts';
import { createSearchFill, type SearchFill } from './fill';
import { createPdfReader, readingPdfs, type PdfReader, type PdfReaderDeps } from './pdfs';

export interface SearchUpkeep extends SearchFill {
  /** For main, which brings the process that reads them. */
  readonly pdfs: PdfReader;
}

export function createSearchUpkeep({
  downloads,
  wish,
  ...deps
}: Omit<FileTextsDeps, 'textHead' | 'pdfText'> &
  Pick<PdfReaderDeps, 'wish'> & {
    readonly downloads: Pick<Downloads, 'textHead' | 'pdf'>;
  }): SearchUpkeep {
  const own = { ...deps, log: deps.log.child('search') };
  const pdfs = createPdfReader({ ...own, wish });
  const { textHead, pdf } = downloads;
  const parts = [
    createSearchFill(own),
    createFileTexts({ ...own, textHead, pdfText: readingPdfs(pdf, pdfs) }),
  ];
  return {
    pdfs,
    start: () => parts.forEach((part) => part.start()),
    stop() {
      parts.forEach((part) => part.stop());
      pdfs.stop();
    },
  };
}
