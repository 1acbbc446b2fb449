// Pictures, films, sounds and files, with what was written about them.
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainLine } from '#contract/plainLine';
import { FileCard } from '../media/FileCard';
import { Picture } from '../media/Picture';
import { Player } from '../media/Player';
import type { BodyKind, BodyOf, BodyProps } from './kind';
import { Words } from './Words';

type Media = BodyOf<'image' | 'video' | 'audio' | 'file'>;

function MediaView({ item, body }: BodyProps<Media>): ReactNode {
  const { media, caption } = body;
  const shown = media.broken === null;
  return (
    <>
      {shown && body.type === 'image' && <Picture media={media} />}
      {shown && (body.type === 'video' || body.type === 'audio') && (
        <Player kind={body.type} media={media} />
      )}
      {(!shown || body.type === 'file') && <FileCard media={media} />}
      {caption !== null && <Words item={item} words={caption} />}
    </>
  );
}

const pictureHeightPx = 260;
const cardHeightPx = 64;

export const media: BodyKind<Media> = {
  View: MediaView,
  estimateHeight: ({ type }) =>
    type === 'image' || type === 'video' ? pictureHeightPx : cardHeightPx,
  words: ({ media: { fileName }, caption }) =>
    caption === null ? fileName : plainLine(caption.text, caption.html),
  copied: ({ caption }) => caption?.text ?? null,
  entries({ media: file }, actions, t) {
    if (file.broken !== null) return [];
    return [
      {
        id: 'save',
        label: t('timeline.action.saveFile', { name: file.fileName }),
        icon: Download,
        onAction: () => actions.save(file),
      },
    ];
  },
};
