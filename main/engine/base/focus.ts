// The conversation that the user has in view, as the windows report it (D12): receipts, typing and notifications depend on it.
import type { ConversationId } from '#contract/areas/ids';
import { createListeners } from './listeners';

export interface Focus {
  readonly conversation: ConversationId | null;
  readonly atBottom: boolean;
  /** A thread of the same room, open beside it. */
  readonly thread?: { readonly threadId: string; readonly atBottom: boolean } | undefined;
  readonly focused: boolean;
}

/** Whether the conversation is in view, and at its newest message. */
export function placeIn(
  { conversation, atBottom, thread }: Focus,
  { roomId, threadId }: ConversationId,
): 'end' | 'above' | 'away' {
  if (conversation?.roomId !== roomId) return 'away';
  if (conversation.threadId === threadId) return atBottom ? 'end' : 'above';
  if (threadId === null || thread?.threadId !== threadId) return 'away';
  return thread.atBottom ? 'end' : 'above';
}

export interface FocusBook {
  set(connection: number, focus: Focus): void;
  /** The window is gone. */
  drop(connection: number): void;
  /** The conversation that this window shows, and how. */
  of(connection: number): Focus;
  /** The conversation is in view in a focused window, at its newest message. */
  reads(conversation: ConversationId): boolean;
  onChange(listener: () => void): () => void;
}

/** The focus of a window that has not called `setFocus` yet. */
export const untold: Focus = { conversation: null, atBottom: false, focused: false };

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
    of: (connection) => windows.get(connection) ?? untold,
    reads: (conversation) =>
      [...windows.values()].some(
        (focus) => focus.focused && placeIn(focus, conversation) === 'end',
      ),
    onChange,
  };
}
