// The file that is open over everything. What draws it comes with the first one.
import { useState, type ReactNode } from 'react';
import { later } from '#app/later';
import type { Media } from './context';
import type { Item } from './folds';
import type { ViewerActs } from './TimelineViewer';

const TimelineViewer = later(async () => (await import('./TimelineViewer')).TimelineViewer);

export interface OpenViewer {
  readonly view: (media: Media) => void;
  readonly viewer: ReactNode;
}

export function useTimelineViewer(items: readonly Item[], acts: ViewerActs): OpenViewer {
  const [media, view] = useState<Media | null>(null);
  return {
    view,
    viewer: media !== null && (
      <TimelineViewer key={media.handle} {...{ items, media, acts }} onClose={() => view(null)} />
    ),
  };
}
