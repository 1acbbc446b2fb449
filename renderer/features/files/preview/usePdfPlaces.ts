// Finds words in a PDF page by page; found places are shown while the other pages are read.
import { useEffect, useRef, useState } from 'react';
import type { Finding } from './find/finding';
import { folded, matchesOf, type Match } from './find/matches';
import { mostFound } from './find/useMarks';
import { textOf, type PdfDocument } from './pdf';

export interface PdfPlace extends Match {
  /** From 1. */
  readonly page: number;
}

/** Limit of letters of all pages together; beyond it no further page is read. */
const mostLetters = 20_000_000;
const tellEveryMs = 200;
const none: readonly PdfPlace[] = [];

interface Found {
  readonly of: Finding['terms'];
  readonly places: readonly PdfPlace[];
}

/** Folded. A page that cannot be read has nothing to find. */
async function lettersOf(document: PdfDocument, page: number): Promise<string> {
  try {
    return folded((await textOf(await document.getPage(page))).text);
  } catch {
    return '';
  }
}

export function usePdfPlaces(
  document: PdfDocument,
  { terms, onCount }: Finding,
): readonly PdfPlace[] {
  const [found, setFound] = useState<Found>({ of: terms, places: none });
  /** Folded texts of the pages that were read. */
  const read = useRef<{ readonly of: PdfDocument; readonly texts: string[] }>({
    of: document,
    texts: [],
  });
  useEffect(() => {
    if (read.current.of !== document) read.current = { of: document, texts: [] };
    const { texts } = read.current;
    let stale = false;
    const tell = (places: readonly PdfPlace[], complete: boolean): void => {
      setFound({ of: terms, places });
      onCount(places.length, complete);
    };
    const look = async (): Promise<void> => {
      const places: PdfPlace[] = [];
      let letters = 0;
      let toldMs = performance.now();
      let page = 1;
      for (; page <= document.numPages; page += 1) {
        texts[page - 1] ??= await lettersOf(document, page);
        if (stale) return;
        const text = texts[page - 1] ?? '';
        const matches = matchesOf(text, terms, mostFound - places.length);
        const isFirst = places.length === 0 && matches.length > 0;
        places.push(...matches.map((match) => ({ ...match, page })));
        letters += text.length;
        if (places.length >= mostFound || letters > mostLetters) break;
        if (!isFirst && performance.now() - toldMs < tellEveryMs) continue;
        toldMs = performance.now();
        tell([...places], false);
      }
      tell(places, page > document.numPages);
    };
    if (terms.length === 0) tell(none, true);
    else void look();
    return () => {
      stale = true;
    };
  }, [document, terms, onCount]);
  // Those of what was looked for before say nothing of this.
  return found.of === terms ? found.places : none;
}
