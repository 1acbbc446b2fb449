// Text as it was typed, with its addresses as links and the user ids in it as people.
import clsx from 'clsx';
import { find } from 'linkifyjs';
import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { userIds } from '#contract/plainLine';
import { isFewEmoji } from './emojiOnly';
import { Link, PersonPill } from './Link';
import styles from './RichText.module.css';
import { safeLink } from './sanitise';

const longest = 65_536;

function withPeople(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(userIds)) {
    parts.push(text.slice(at, match.index), <PersonPill userId={match[0]} />);
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, href, type } of text.length > longest ? [] : find(text)) {
    const address = type === 'url' || type === 'email' ? safeLink(href) : null;
    // The server part of a user id looks like an address too.
    const before = text.slice(at, start);
    if (address === null || /(?<![\w@/])@[^\s@]*$/.test(before)) continue;
    parts.push(...withPeople(before), <Link href={address}>{text.slice(start, end)}</Link>);
    at = end;
  }
  parts.push(...withPeople(text.slice(at)));
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
    <p className={clsx(styles.plain, isFewEmoji(text) && styles.large)} dir="auto">
      {parts}
      {after}
    </p>
  );
}
