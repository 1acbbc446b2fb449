// The text, the conditions and the progress of a search, for the place Search and for the search in one room. Part of the slice of places.
import type { HasKind } from '#contract/areas/messages/search';

/** A condition of a search besides its text. */
export type Condition =
  /** With `userId`: this person only. Without: everybody whose name or user id contains `name`. */
  | { readonly kind: 'from'; readonly name: string; readonly userId?: string }
  /** `roomId` null: every room whose name contains `name`. */
  | { readonly kind: 'in'; readonly name: string; readonly roomId: string | null }
  | { readonly kind: 'has'; readonly has: HasKind }
  /** Local midnight, epoch ms. */
  | { readonly kind: 'before' | 'after'; readonly atMs: number };

export interface SearchState {
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** Key of the message that was opened last. */
  readonly opened: string | null;
  /** One of the results is shown: a bar above the chat leads to the next one. */
  readonly stepping: boolean;
}

/** The search of the place, or of the open room. */
export type SearchOf = 'search' | 'roomSearch';

export const noSearch: SearchState = { text: '', conditions: [], opened: null, stepping: false };
