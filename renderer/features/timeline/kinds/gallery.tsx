// The kind of a message with several files and a caption.
import type { ReactNode } from 'react';
import { plainLine } from '#contract/plainLine';
import { later } from '#app/later';
import type { BodyKind, BodyOf, BodyProps } from './kind';
import { Words } from './Words';

const Gallery = later(async () => (await import('../media/Gallery')).Gallery);

const columns = 3;
const rowHeightPx = 168;

const heightOf = (count: number): number => Math.ceil(count / columns) * rowHeightPx;

type Several = BodyOf<'gallery'>;

function GalleryView({ item, body }: BodyProps<Several>): ReactNode {
  const { items, caption } = body;
  return (
    <>
      <Gallery item={item} files={items} />
      {caption !== null && <Words item={item} words={caption} />}
    </>
  );
}

export const gallery: BodyKind<Several> = {
  View: GalleryView,
  estimateHeight: ({ items }) => heightOf(items.length),
  words: ({ items, caption }, t) =>
    caption === null
      ? t('timeline.files', { count: items.length })
      : plainLine(caption.text, caption.html),
  copied: ({ caption }) => caption?.text ?? null,
};
