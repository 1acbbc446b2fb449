// Finds my newest message for an edit, in the loaded timelines; a chunk of its own.
import type { Store } from 'redux';
import type { ConversationId } from '#contract/areas/ids';
import type { EditTarget } from '#app/composing';
import type { AccountState } from '#app/store';
import { editTargetOf } from '../timeline';
import { listsOf } from './loaded';
import type { JustSent } from './useSending';

/** My newest message that can be edited, also one that is still being sent. */
function lastOwn(state: AccountState, conversation: ConversationId): EditTarget | null {
  const found = listsOf(state, conversation)[0]?.findLast(
    (item) => item.kind === 'message' && item.editText !== null,
  );
  return found?.kind === 'message' ? editTargetOf(found) : null;
}

/** The message with this key as an edit target. Undefined: it is not loaded; null: it cannot be edited. */
function ownWith(
  state: AccountState,
  conversation: ConversationId,
  key: string,
): EditTarget | null | undefined {
  const all = listsOf(state, conversation).flat();
  const found = all.findLast((item) => item.key === key);
  return found?.kind === 'message' ? editTargetOf(found) : found && null;
}

/** Hands over my newest message that can be edited; what was sent just now, once its row has come. Returns what stops the waiting. */
export function findLast(
  store: Store<AccountState>,
  conversation: ConversationId,
  sent: JustSent | null,
  edit: (target: EditTarget | null) => void,
): () => void {
  let isDue = true;
  if (sent === null) edit(lastOwn(store.getState(), conversation));
  const key = sent?.key ?? null;
  if (key === null) return () => undefined;
  const look = (): void => {
    const found = isDue ? ownWith(store.getState(), conversation, key) : undefined;
    if (found === undefined) return;
    isDue = false;
    edit(found);
  };
  look();
  const end = store.subscribe(look);
  return () => {
    isDue = false;
    end();
  };
}
