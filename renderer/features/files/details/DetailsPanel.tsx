// The side panel of the Files place: the one chosen file or folder, several of them together, or the open folder.
import type { ReactNode } from 'react';
import type { DetailsPanelProps } from '../slots';
import { DirectoryDetails } from './DirectoryDetails';
import { FileDetails } from './FileDetails';
import { SeveralDetails } from './SeveralDetails';

export function DetailsPanel(props: DetailsPanelProps): ReactNode {
  const { selected, roomId } = props;
  const [only, ...others] = selected;
  if (only === undefined) return <DirectoryDetails key={roomId} {...props} target={roomId} />;
  if (others.length > 0) return <SeveralDetails {...props} />;
  return only.kind === 'file' ? (
    <FileDetails key={only.key} {...props} row={only} />
  ) : (
    <DirectoryDetails key={only.key} {...props} target={only.roomId} item={only} />
  );
}
