// Highlights the code of a known language. The text is plain until the colours are there, or if they cannot be loaded.
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { loadHighlight } from '../../files';
import styles from './RichText.module.css';

type Highlight = Awaited<ReturnType<typeof loadHighlight>>;
type Tokens = Awaited<ReturnType<Highlight['highlight']>>;

interface CodeColoursProps {
  readonly text: string;
  /** The sender's name of the language, from the class `language-…`. */
  readonly language: string;
}

/** A longer text is not highlighted, because that would take too long. */
const longest = 20_000;

const coloursOf = ({ light, dark }: Tokens[number][number]): CSSProperties =>
  ({ '--light': light, '--dark': dark }) as CSSProperties;

export function CodeColours({ text, language }: CodeColoursProps): ReactNode {
  const [lines, setLines] = useState<Tokens | null>(null);
  useEffect(() => {
    setLines(null);
    if (text.length > longest) return undefined;
    let stale = false;
    const colour = async (): Promise<void> => {
      const { highlight, languageOf } = await loadHighlight();
      const known = languageOf('', language.toLowerCase());
      const found = known === null ? null : await highlight(text, known);
      if (!stale) setLines(found);
    };
    // The text can be read without colours as well.
    colour().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [text, language]);
  if (lines === null) return <code>{text}</code>;
  return (
    <code>
      {lines.map((line, index) => (
        <span key={index}>
          {line.map((token, at) =>
            token.light === undefined ? (
              token.text
            ) : (
              <span key={at} className={styles.token} style={coloursOf(token)}>
                {token.text}
              </span>
            ),
          )}
          {index < lines.length - 1 && '\n'}
        </span>
      ))}
    </code>
  );
}
