// The kinds of pictures, videos, sounds and files, with their captions.
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainLine } from '#contract/plainLine';
import { later } from '#app/later';
import { voiceWords } from '#app/voiceWords';
import { FileCard } from '../media/FileCard';
import { frameOf } from '../media/frame';
import { Picture } from '../media/Picture';
import type { BodyKind, BodyOf, BodyProps } from './kind';
import { Words } from './Words';

const Player = later(async () => (await import('../media/Player')).Player);
const AudioPlayer = later(async () => (await import('../media/AudioPlayer')).AudioPlayer);

type Media = BodyOf<'image' | 'video' | 'audio' | 'file'>;

function MediaView({ item, body }: BodyProps<Media>): ReactNode {
  const { media, caption, looks } = body;
  const shown = media.broken === null;
  return (
    <>
      {shown && body.type === 'image' && <Picture media={media} sticker={body.sticker === true} />}
      {shown && body.type === 'video' && (
        // The frame stands before the player is here.
        <div style={{ minBlockSize: frameOf(media.width, media.height).height + marginPx }}>
          <Player media={media} />
        </div>
      )}
      {shown && body.type === 'audio' && (
        <div style={{ minBlockSize: cardHeightPx }}>
          <AudioPlayer itemKey={item.key} media={media} sound={body.sound ?? unknownSound} />
        </div>
      )}
      {(!shown || body.type === 'file') && <FileCard media={media} kind={looks.fileKind} />}
      {caption !== null && <Words item={item} words={caption} />}
    </>
  );
}

const unknownSound = { voice: false, waveform: null };
/** The margin above and below a frame. */
const marginPx = 8;
const pictureHeightPx = 260;
const cardHeightPx = 64;

export const media: BodyKind<Media> = {
  View: MediaView,
  estimateHeight: ({ type }) =>
    type === 'image' || type === 'video' ? pictureHeightPx : cardHeightPx,
  words({ media: { fileName, durationMs }, caption, sound }, t) {
    if (caption !== null) return plainLine(caption.text, caption.html);
    if (sound?.voice !== true) return fileName;
    return voiceWords(t, durationMs);
  },
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
