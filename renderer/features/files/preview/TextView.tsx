// Text and code with line numbers, in colours where the language is known. Only the beginning of what is very long.
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { decodeText } from '#contract/textBytes';
import { formatSize } from '#ui/text/time';
import type { Finding } from './find/finding';
import { useMarks } from './find/useMarks';
import { highlight, languageOf, type Token } from './highlight';
import { useBytes } from './useBytes';
import { useTakeFocus } from './useTakeFocus';
import { Failed, Loading } from './Waiting';
import styles from './Preview.module.css';

const mostBytes = 1_000_000;
/** Colours for more would take longer than reading its first page. */
const mostColoured = 150_000;
const linesOfPart = 100;
const lineHeight = 20;

export interface TextViewProps {
  readonly name: string;
  readonly extension: string;
  readonly media: MediaRef;
  readonly finding: Finding;
}

export function TextView({ name, extension, media, finding }: TextViewProps) {
  const { t, i18n } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const loaded = useBytes(media.handle, mostBytes, attempt);
  const text = useMemo(
    () => (loaded.state === 'ready' ? decodeText(loaded.bytes) : null),
    [loaded],
  );
  const language = languageOf(name, extension);
  const lines = useLines(text, language);
  const sheet = useRef<HTMLDivElement>(null);
  useTakeFocus(sheet, lines !== null);
  useMarks(sheet, lines !== null && text !== '', finding);
  if (loaded.state === 'failed')
    return <Failed handle={media.handle} onRetry={() => setAttempt(attempt + 1)} />;
  if (loaded.state === 'loading' || lines === null) return <Loading handle={media.handle} />;
  const parts = Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, index) => index);
  return (
    <>
      {loaded.cut && (
        <div className={styles.note} role="note">
          {t('filePanels.preview.onlyStart', { size: formatSize(mostBytes, i18n.language) })}
        </div>
      )}
      <div ref={sheet} className={styles.sheet} tabIndex={0} role="document" aria-label={name}>
        {text === '' ? (
          <p className={styles.center}>{t('filePanels.preview.empty')}</p>
        ) : (
          <pre
            className={language === null ? `${styles.code} ${styles.wrap}` : styles.code}
            dir={language === null ? 'auto' : 'ltr'}
          >
            <code>
              {parts.map((part) => (
                <Part key={part} first={part * linesOfPart} lines={lines} />
              ))}
            </code>
          </pre>
        )}
      </div>
    </>
  );
}

type Line = readonly Token[];

const plainLines = (text: string): readonly Line[] =>
  text.split('\n').map((line) => [{ text: line, light: undefined, dark: undefined }]);

/** Plain at once, in colours when they are there. Null while there is no text. */
function useLines(text: string | null, language: string | null): readonly Line[] | null {
  const plain = useMemo(() => (text === null ? null : plainLines(text)), [text]);
  const [coloured, setColoured] = useState<readonly Line[] | null>(null);
  useEffect(() => {
    setColoured(null);
    if (text === null || language === null || text.length > mostColoured) return undefined;
    let stale = false;
    highlight(text, language).then(
      (lines) => (stale ? undefined : setColoured(lines)),
      // Without colours it reads just as well.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [text, language]);
  return coloured ?? plain;
}

const styleOf = ({ light, dark }: Token): CSSProperties =>
  ({
    ...(light === undefined ? {} : { '--light': light }),
    ...(dark === undefined ? {} : { '--dark': dark }),
  }) as CSSProperties;

function Part({ first, lines }: { readonly first: number; readonly lines: readonly Line[] }) {
  const shown = lines.slice(first, first + linesOfPart);
  return (
    <span
      className={styles.part}
      style={{ display: 'block', containIntrinsicSize: `auto ${shown.length * lineHeight}px` }}
    >
      {shown.map((line, index) => (
        <span key={index} className={styles.codeLine} data-line={first + index + 1}>
          {line.map((token, at) =>
            token.light === undefined ? (
              token.text
            ) : (
              <span key={at} style={styleOf(token)}>
                {token.text}
              </span>
            ),
          )}
          {'\n'}
        </span>
      ))}
    </span>
  );
}
