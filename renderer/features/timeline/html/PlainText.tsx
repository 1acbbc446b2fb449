// Text as it was typed, with its addresses as links.
import { find } from 'linkifyjs';
import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from './Link';
import styles from './RichText.module.css';
import { safeLink } from './sanitise';

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, href, type } of find(text)) {
    const address = type === 'url' || type === 'email' ? safeLink(href) : null;
    if (address === null) continue;
    parts.push(text.slice(at, start), <Link href={address}>{text.slice(start, end)}</Link>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

interface PlainTextProps {
  readonly text: string;
  /** Leaves out the block around it. */
  readonly inline?: boolean;
  /** Stands behind the last word. */
  readonly after?: ReactNode;
}

export function PlainText({ text, inline = false, after }: PlainTextProps): ReactNode {
  const parts = useMemo(() => withLinks(text), [text]);
  if (inline) return parts;
  return (
    <p className={styles.plain} dir="auto">
      {parts}
      {after}
    </p>
  );
}
