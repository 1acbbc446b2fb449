// Markdown as it is meant to be read. Its HTML goes through the same sanitiser as everything that others write; pictures in it are
// not loaded.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { decodeText } from '#contract/textBytes';
import { useOpenLink } from '#app/places/links';
import { OpenLink, RichText } from '../../timeline';
import type { Finding } from './find/finding';
import { useMarks } from './find/useMarks';
import { useBytes } from './useBytes';
import { useTakeFocus } from './useTakeFocus';
import { Failed, Loading } from './Waiting';
import styles from './Preview.module.css';

const mostBytes = 200_000;

type Markdown = { render(text: string): string };

// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk
let shared: Promise<Markdown> | null = null;
const load = (): Promise<Markdown> =>
  (shared ??= import('markdown-it').then(
    ({ default: create }) => new create({ html: false, linkify: false }),
  ));

export interface MarkdownViewProps {
  readonly name: string;
  readonly media: MediaRef;
  readonly finding: Finding;
}

export function MarkdownView({ name, media, finding }: MarkdownViewProps) {
  const openLink = useOpenLink();
  const [attempt, setAttempt] = useState(0);
  const [markdown, setMarkdown] = useState<Markdown | null>(null);
  const loaded = useBytes(media.handle, mostBytes, attempt);
  useEffect(() => {
    let stale = false;
    void load().then((one) => (stale ? undefined : setMarkdown(one)));
    return () => {
      stale = true;
    };
  }, []);
  const text = loaded.state === 'ready' ? decodeText(loaded.bytes) : null;
  const html = useMemo(
    () => (markdown === null || text === null ? null : markdown.render(text)),
    [markdown, text],
  );
  const sheet = useRef<HTMLDivElement>(null);
  useTakeFocus(sheet, html !== null);
  useMarks(sheet, html !== null, finding);
  if (loaded.state === 'failed')
    return <Failed handle={media.handle} onRetry={() => setAttempt(attempt + 1)} />;
  if (text === null || html === null) return <Loading handle={media.handle} />;
  return (
    <div ref={sheet} className={styles.sheet} tabIndex={0} role="document" aria-label={name}>
      <div className={styles.markdown}>
        <OpenLink value={openLink}>
          <RichText html={html} text={text} />
        </OpenLink>
      </div>
    </div>
  );
}
