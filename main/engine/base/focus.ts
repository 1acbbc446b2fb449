// What the user has in view, as the windows say it (D12): receipts, typing and notifications depend on it.
import type { ConversationId } from '#contract/areas/ids';
import { createListeners } from './listeners';

export interface Focus {
  readonly conversation: ConversationId | null;
  readonly atBottom: boolean;
  readonly focused: boolean;
}

export interface FocusBook {
  set(connection: number, focus: Focus): void;
  /** The window is gone. */
  drop(connection: number): void;
  /** What this window has in view. */
  of(connection: number): Focus;
  /** The room itself, no thread of it, is in view in a focused window, at its newest message. */
  reads(roomId: string): boolean;
  onChange(listener: () => void): () => void;
}

const nothing: Focus = { conversation: null, atBottom: false, focused: false };

export function createFocusBook(): FocusBook {
  const windows = new Map<number, Focus>();
  const { tell, add: onChange } = createListeners();
  return {
    set(connection, focus) {
      windows.set(connection, focus);
      tell();
    },
    drop(connection) {
      if (windows.delete(connection)) tell();
    },
    of: (connection) => windows.get(connection) ?? nothing,
    reads: (roomId) =>
      [...windows.values()].some(
        ({ focused, atBottom, conversation }) =>
          focused && atBottom && conversation?.roomId === roomId && conversation.threadId === null,
      ),
    onChange,
  };
}
