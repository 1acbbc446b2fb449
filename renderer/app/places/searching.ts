// What a search is about and how far it is looked through: of the place Search, and of one room beside it. Part of the slice of places.
import type { HasKind } from '#contract/areas/messages/search';

/** What narrows a search besides its words. */
export type Condition =
  /** With `userId` only this one; without, everybody whose name or address has this part. */
  | { readonly kind: 'from'; readonly name: string; readonly userId?: string }
  /** `roomId` null: every room whose name has this part. */
  | { readonly kind: 'in'; readonly name: string; readonly roomId: string | null }
  | { readonly kind: 'has'; readonly has: HasKind }
  /** Local midnight, epoch ms. */
  | { readonly kind: 'before' | 'after'; readonly atMs: number };

export interface SearchState {
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** Key of the message that was opened last. */
  readonly opened: string | null;
  /** One of the messages found is looked at: a bar above the chat leads to the next. */
  readonly stepping: boolean;
}

/** Which one: of the place, or of the open room beside it. */
export type SearchOf = 'search' | 'roomSearch';

export const noSearch: SearchState = { text: '', conditions: [], opened: null, stepping: false };
