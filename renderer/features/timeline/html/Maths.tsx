// A formula, drawn by the browser as MathML. KaTeX comes with the first formula, builds nodes and no HTML strings, and may load nothing.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './RichText.module.css';

interface MathsProps {
  /** LaTeX, as its sender wrote it. */
  readonly tex: string;
  /** The formula is on a line of its own. */
  readonly block: boolean;
}

/** Beyond this it is shown as it was written. */
const longest = 4_000;

export function Maths({ tex, block }: MathsProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    setDrawn(false);
    if (tex.length > longest) return undefined;
    let stale = false;
    const draw = async (): Promise<void> => {
      const { default: katex } = await import('katex');
      if (stale || place.current === null) return;
      katex.render(tex, place.current, {
        ...{ displayMode: block, output: 'mathml', throwOnError: true, strict: 'ignore' },
        // No links, no pictures, no styles of the sender's; no macros that grow without end.
        ...{ trust: false, maxSize: 10, maxExpand: 200 },
      });
      setDrawn(true);
    };
    draw().catch(() => {
      // No formula, or one that KaTeX does not know: it stays as it was written.
      place.current?.replaceChildren();
    });
    return () => {
      stale = true;
    };
  }, [tex, block]);
  return (
    <span className={block ? styles.mathsBlock : undefined} dir="ltr">
      <span ref={place} />
      {!drawn && <code>{tex}</code>}
    </span>
  );
}
