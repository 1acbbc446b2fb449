// Which sections of the list of chats are folded: each space has its own, and so has the list of all chats.
import type { RoomSection } from '#contract/areas/rooms/roomsModels';

export interface Folds {
  /** The space on show; null: all chats. */
  readonly spaceId: string | null;
  /** Folded in the list on show. */
  readonly collapsed: readonly RoomSection[];
  /** Folded in the others that were shown, by space; '' for all chats. */
  readonly folds: Readonly<Record<string, readonly RoomSection[]>>;
}

export const firstFolds: Folds = { spaceId: null, collapsed: ['low_priority'], folds: {} };

/** Folded in the list of this space. */
export const collapsedIn = (
  { spaceId, collapsed, folds }: Folds,
  id: string | null,
): readonly RoomSection[] =>
  id === spaceId ? collapsed : (folds[id ?? ''] ?? firstFolds.collapsed);

/** The list of this space comes on show. */
export function toSpace(state: Folds, id: string | null): void {
  const { spaceId, collapsed, folds } = state;
  if (id === spaceId) return;
  const next: Folds = {
    spaceId: id,
    collapsed: collapsedIn(state, id),
    folds: { ...folds, [spaceId ?? '']: collapsed },
  };
  Object.assign(state, next);
}
