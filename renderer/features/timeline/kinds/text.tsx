// Texts, notices of programs, emotes.
import type { ReactNode } from 'react';
import { plainLine } from '#contract/plainLine';
import { later } from '#app/later';
import { Name } from '#ui/text/Name';
import { useTimelineScope } from '../context';
import { RichText } from '../html/RichText';
import styles from '../rows/Body.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';
import { Edited, Words } from './Words';

type Text = BodyOf<'text' | 'notice' | 'emote'>;

const LinkCards = later(async () => (await import('../links/LinkCards')).LinkCards);

function TextView({ item, body }: BodyProps<Text>): ReactNode {
  const { roomId } = useTimelineScope();
  if (body.type === 'emote')
    return (
      <div className={styles.emote}>
        {/* Else the name stands above. */}
        {item.continuation && <Name className={styles.actor}>{item.sender.name}</Name>}
        <RichText {...body} after={item.edited && <Edited item={item} />} />
      </div>
    );
  return (
    <div className={body.type === 'notice' ? styles.notice : undefined}>
      <Words item={item} words={body} />
      {(body.previews !== undefined || body.text.includes('://')) && (
        <LinkCards roomId={roomId} itemKey={item.key} sentAtMs={item.sentAtMs} words={body} />
      )}
    </div>
  );
}

export const text: BodyKind<Text> = {
  View: TextView,
  estimateHeight: ({ text: words }) => textHeight(words),
  words: ({ text: words, html }) => plainLine(words, html),
  copied: ({ text: words }) => words,
};
