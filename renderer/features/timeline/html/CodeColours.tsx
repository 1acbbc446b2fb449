// The words of a block of code in colours, where its language is known. Plain until they are there, and where they do not come.
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { loadHighlight } from '../../files';
import styles from './RichText.module.css';

type Highlight = Awaited<ReturnType<typeof loadHighlight>>;
type Tokens = Awaited<ReturnType<Highlight['highlight']>>;

interface CodeColoursProps {
  readonly text: string;
  /** As its sender names it: the class `language-…`. */
  readonly language: string;
}

/** More would take longer than reading it. */
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
    // Without colours it reads just as well.
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
