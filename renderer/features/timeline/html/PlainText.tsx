// Plain text with its addresses as links and its user ids as pills.
import clsx from 'clsx';
import { find } from 'linkifyjs';
import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { userIds } from '#contract/plainLine';
import { Link, PersonPill } from './Link';
import styles from './RichText.module.css';
import { safeLink } from './sanitise';

const picture = String.raw`\p{ExtPict}(?:\uFE0F|\p{EMod})?`;
const emoji = String.raw`(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|${picture}(?:\u200D${picture})*)`;
const onlyEmoji = new RegExp(`^(?:${emoji}\\s*){1,3}$`, 'u');

/** Messages that say it all with a few emoji are drawn larger. */
export const isFewEmoji = (text: string): boolean =>
  text.length <= 60 && onlyEmoji.test(text.trim());

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

/** Matrix addresses, which are no web addresses (specification, "URIs" and "Room Aliases"): `matrix:…`, `#alias:server`. */
const ownAddresses =
  /(?<![\w/#&:])(?:matrix:(?:r|roomid|u)\/[^\s<>"]+[^\s<>"?!.,:;)']|#[^\s:#,;/]+:[a-z0-9][a-z0-9.-]*[a-z0-9](?::\d{1,5})?)/giu;

const isUri = (address: string): boolean => /^matrix:/i.test(address);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** Every web address has one of these. The test avoids the link finder, which is slow, above all on its first use. */
const mayHaveAddress = /\S\.\S|:\/\/|@/;

/** The links of a text, in order; they do not overlap. Nothing is said of whether they are safe. */
export function linksIn(text: string): Found[] {
  if (text.length > longest) return [];
  const own = [...text.matchAll(ownAddresses)].map(({ index, 0: address }) => ({
    start: index,
    end: index + address.length,
    href: isUri(address) ? address : `https://matrix.to/#/${encodeURIComponent(address)}`,
  }));
  const web = (mayHaveAddress.test(text) ? find(text) : []).flatMap(
    ({ start, end, href, type, value }): Found[] => {
      // The finder takes such words for web addresses, but they are none.
      if ((type !== 'url' && type !== 'email') || /^localhost\b/i.test(value)) return [];
      const within = own.some((one) => start < one.end && one.start < end);
      return within ? [] : [{ start, end, href }];
    },
  );
  return [...own, ...web].sort((a, b) => a.start - b.start);
}

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, href } of linksIn(text)) {
    const address = safeLink(href);
    // The server part of a user id looks like a web address too.
    const before = text.slice(at, start);
    if (address === null || /(?<![\w@/])@[^\s@]*$/.test(before)) continue;
    const shown = text.slice(start, end);
    const link = (
      <Link href={address} text={shown}>
        {shown}
      </Link>
    );
    parts.push(...withPeople(before), link);
    at = end;
  }
  parts.push(...withPeople(text.slice(at)));
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

interface PlainTextProps {
  readonly text: string;
  /** Leaves out the block element around the text. */
  readonly inline?: boolean;
  /** Rendered behind the last word. */
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
