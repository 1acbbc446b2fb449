// Asks for the folder that gets the files of messages: the same encrypted files, no byte is uploaded again.
import type { ReactNode } from 'react';
import { SaveToDirectory } from '../../files';
import type { Media, Message } from '../context';

export interface SaveFilesDialogProps {
  readonly roomId: string;
  /** Messages with files, oldest first. */
  readonly items: readonly Message[];
  /** Only this file of the message. */
  readonly media?: Media | null;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

const filesOf = ({ body }: Message): readonly Media[] =>
  body.type === 'gallery'
    ? body.items.map(({ media }) => media)
    : 'media' in body
      ? [body.media]
      : [];

export function SaveFilesDialog({
  roomId,
  items,
  media = null,
  ...on
}: SaveFilesDialogProps): ReactNode {
  const shown = media === null ? items.flatMap(filesOf) : [media];
  const files = items.flatMap(({ eventId }) =>
    eventId === null ? [] : [{ eventId, part: null, ...(media && { handle: media.handle }) }],
  );
  return (
    <SaveToDirectory
      {...{ roomId, files, ...on }}
      count={shown.length}
      name={shown[0]?.fileName ?? ''}
    />
  );
}
