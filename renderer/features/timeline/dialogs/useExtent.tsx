// How much of an album a dialog is about: all of its pictures, which is offered first, or only the one that was pointed at.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Segmented } from '#ui/controls/Segmented';
import type { Message } from '../context';
import { MessageQuote } from './MessageQuote';
import styles from './MessageDialogs.module.css';

type Wide = 'all' | 'one';

export interface Extent {
  /** The messages to act on, oldest first. */
  readonly chosen: readonly Message[];
  /** The kind of words that name them; null: the message was sent alone. */
  readonly album: 'pictures' | 'files' | null;
  /** The words of all pictures that go with the chosen one, although others stay. */
  readonly lost: string | null;
  /** The choice, if there is one, and what is chosen. */
  readonly about: ReactNode;
}

const captionOf = ({ body }: Message): string | null =>
  'caption' in body ? (body.caption?.text ?? null) : null;

/** A picture of an album, named by its file: the album's words are not only its own. */
function alone(item: Message): Message {
  const { body } = item;
  return body.type === 'image' || body.type === 'video'
    ? { ...item, body: { ...body, caption: null } }
    : item;
}

/** @param together the messages of its album that can be acted on, oldest first; without others the message is alone */
export function useExtent(item: Message, together: readonly Message[], tall = false): Extent {
  const { t } = useTranslation();
  const [wide, setWide] = useState<Wide>('all');
  const [first] = together;
  if (first === undefined || together.length < 2) {
    const about = <MessageQuote message={item} tall={tall} />;
    return { chosen: [item], album: null, lost: null, about };
  }
  const album = together.some(({ body }) => body.type === 'video') ? 'files' : 'pictures';
  const count = together.length;
  const isAll = wide === 'all';
  const caption = captionOf(first);
  const number = t(`acts.album.${album}.count`, { count });
  const words = caption === null ? number : t('acts.album.captioned', { number, caption });
  return {
    chosen: isAll ? together : [item],
    album,
    lost: isAll ? null : captionOf(item),
    about: (
      <>
        <div className={styles.extent}>
          <Segmented
            label={t('acts.album.extent')}
            value={wide}
            options={[
              { id: 'all', label: t(`acts.album.${album}.all`, { count }) },
              { id: 'one', label: t(`acts.album.${album}.one`) },
            ]}
            onChange={setWide}
          />
        </div>
        {isAll ? (
          <MessageQuote message={first} words={words} tall={tall} />
        ) : (
          <MessageQuote message={alone(item)} tall={tall} />
        )}
      </>
    ),
  };
}
