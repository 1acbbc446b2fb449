// The file in which the words of a search stand, over everything; where it is not here any more, the place where it stood.
import { useEffect, useRef } from 'react';
import type { FoundMessage } from '#contract/areas/messages/search';
import { useList } from '#app/hooks';
import { Preview } from '../files';

export interface FileOfHitProps {
  readonly hit: FoundMessage;
  readonly onClose: () => void;
  /** To its folder or its message. */
  readonly onGoTo: () => void;
}

export function FileOfHit({ hit, onClose, onGoTo }: FileOfHitProps) {
  const { roomId, eventId } = hit;
  const { items, ready, error } = useList('files', {
    ...{ roomId, eventId, text: '', kinds: [], sender: null, fromMs: null, toMs: null },
    sort: { by: 'changed', descending: true },
    limit: 1,
  });
  const [file] = items;
  const isGone = error !== null || (ready && file === undefined);
  const goTo = useRef(onGoTo);
  goTo.current = onGoTo;
  useEffect(() => {
    if (isGone) goTo.current();
  }, [isGone]);
  if (file === undefined) return null;
  return (
    <Preview
      items={[file]}
      index={0}
      onIndex={() => undefined}
      onClose={onClose}
      onGoTo={onGoTo}
      words={() => wordsInFile(hit)}
    />
  );
}

/** The words that were found, as they stand in the file; none where its name was found. */
const wordsInFile = ({ text, marks, inFile }: FoundMessage): readonly string[] =>
  inFile === null || text === inFile ? [] : marks.map(({ from, to }) => text.slice(from, to));
