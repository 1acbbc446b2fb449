// The one drag that is under way in a window: what is carried, over which row it is held, and whether it may be dropped there.
import { useSyncExternalStore } from 'react';
import { useWindowState } from '#app/context';
import { createCell } from '#app/windowState';
import type { Carried, TransferMode } from '../place/filesUi';

export type DropZone = 'into' | 'before' | 'after';

export interface Held {
  /** The drop row's key; null: nowhere it could go. */
  readonly key: string | null;
  readonly zone: DropZone;
  readonly targetName: string;
  readonly allowed: boolean;
  /** Why not, where that is known: one may only look there, it is the place it comes from, or it lies in what is carried. */
  readonly why?: 'viewOnly' | 'here' | 'inside';
  /** `order`: to another place among its siblings. */
  readonly act: 'upload' | TransferMode | 'order';
  readonly count: number;
  /** All of them are pictures, as far as the system says. */
  readonly pictures: boolean;
  /** The name of a single one that is carried. */
  readonly name: string | null;
  readonly roomId: string;
}

const same = (a: Held | null, b: Held | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** The system's own image of a drag is nothing: the ghost stands for it. */
function blankImage(): HTMLElement {
  const found = document.getElementById('drag-image');
  if (found !== null) return found;
  const image = document.createElement('div');
  image.id = 'drag-image';
  image.setAttribute('aria-hidden', 'true');
  Object.assign(image.style, { position: 'fixed', top: '-2px', width: '1px', height: '1px' });
  document.body.append(image);
  return image;
}

function createDrag() {
  const held = createCell<Held | null>(null);
  const drag = {
    subscribe: held.subscribe,
    held: held.get,
    hold(next: Held | null): void {
      if (!same(held.get(), next)) held.set(next);
    },
    /** The items that this window drags; a native drag that returns to the window is recognised by them. */
    carried: null as Carried | null,
    /** Place of the pointer, for the picture that is drawn beside it; changing it draws nothing anew. */
    pointer: { x: 0, y: 0 },
    /** Begins a drag within the window; the ghost is ours. */
    begin(transfer: DataTransfer, what: Carried): void {
      drag.carried = what;
      transfer.effectAllowed = 'copyMove';
      transfer.setData('application/x-trellis', '1');
      transfer.setDragImage(blankImage(), 0, 0);
    },
  };
  return drag;
}

export type Drag = ReturnType<typeof createDrag>;

export const useDrag = (): Drag => useWindowState(createDrag);

export function useHeld(): Held | null {
  const { subscribe, held } = useDrag();
  return useSyncExternalStore(subscribe, held);
}

/** Facts of a row as a drop target, in `data-` attributes that the place's listener reads. */
export interface DropTargetFacts {
  readonly key: string;
  readonly roomId: string;
  readonly name: string;
  readonly upload: boolean;
  readonly createDirectory: boolean;
  /** Tree rows only. */
  readonly parentId?: string | null;
  readonly index?: number;
}

export const dropAttributes = (facts: DropTargetFacts) => ({
  'data-drop': facts.key,
  'data-drop-room': facts.roomId,
  'data-drop-name': facts.name,
  'data-drop-upload': facts.upload,
  'data-drop-create': facts.createDirectory,
  ...(facts.parentId === undefined || facts.parentId === null
    ? {}
    : { 'data-drop-parent': facts.parentId, 'data-drop-index': facts.index }),
});
