// A PDF: opened, or why it cannot be.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { Finding } from './find/finding';
import { openPdf, type OpenPdf } from './pdf';
import { PdfPages } from './PdfPages';
import { useBytes } from './useBytes';
import { Failed, Loading } from './Waiting';

const mostBytes = 200_000_000;

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
  readonly finding: Finding;
  /** Said below when the pages cannot be shown here. */
  readonly fallback: (text: string) => React.ReactNode;
}

export function PdfView({ name, media, finding, fallback }: PdfViewProps) {
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
  const { pdf, ratio } = opened;
  return <PdfPages name={name} document={pdf.document} ratio={ratio} finding={finding} />;
}
