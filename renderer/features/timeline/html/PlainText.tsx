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

/** Addresses of Matrix (specification, "URIs" and "Room Aliases"), which are none of the web: `matrix:…`, `#alias:server`. */
const ownAddresses =
  /(?<![\w/#&:])(?:matrix:(?:r|roomid|u)\/[^\s<>"]+[^\s<>"?!.,:;)']|#[^\s:#,;/]+:[a-z0-9][a-z0-9.-]*[a-z0-9](?::\d{1,5})?)/giu;

const isUri = (address: string): boolean => /^matrix:/i.test(address);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** No address of the web is without one of these. The finder costs much, above all when it is first asked. */
const mayHaveAddress = /\S\.\S|:\/\/|@/;

/** Where links stand, in order; none of them overlap. */
function linksIn(text: string): Found[] {
  if (text.length > longest) return [];
  const own = [...text.matchAll(ownAddresses)].map(({ index, 0: address }) => ({
    start: index,
    end: index + address.length,
    href: isUri(address) ? address : `https://matrix.to/#/${encodeURIComponent(address)}`,
  }));
  const web = (mayHaveAddress.test(text) ? find(text) : []).flatMap(
    ({ start, end, href, type, value }): Found[] => {
      // A word that is no address of the web, though the finder takes it for one.
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
    // The server part of a user id looks like an address too.
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
