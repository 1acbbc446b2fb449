// Begins the edit of my newest message, also right after it was sent: its row in the timeline is a moment behind the press. Never of the
// one before it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { editStarted, type EditTarget } from '#app/composing';
import { useAppDispatch, type AccountState } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { lastOwn, ownWith } from './loaded';
import type { Sending } from './useSending';

export interface EditLast {
  readonly begin: () => void;
  /** Something else is written: nothing is waited for any more. */
  readonly giveUp: () => void;
}

export function useEditLast(conversation: ConversationId, newest: Sending['newest']): EditLast {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const [awaited, setAwaited] = useState<string | null>(null);
  const asked = useRef(0);
  const edit = useCallback(
    (target: EditTarget | null): void => {
      if (target !== null) dispatch(editStarted({ conversation, ...target }));
    },
    [dispatch, conversation],
  );
  useEffect(() => {
    if (awaited === null) return undefined;
    let isDue = true;
    const look = (): void => {
      const sent = isDue ? ownWith(store.getState(), conversation, awaited) : undefined;
      if (sent === undefined) return;
      isDue = false;
      setAwaited(null);
      edit(sent);
    };
    look();
    return store.subscribe(look);
  }, [awaited, store, conversation, edit]);
  return {
    begin: () => {
      const mine = (asked.current += 1);
      void newest().then((sent) => {
        if (mine !== asked.current) return;
        if (sent === null) edit(lastOwn(store.getState(), conversation));
        else setAwaited(sent.key);
      });
    },
    giveUp: () => {
      asked.current += 1;
      setAwaited(null);
    },
  };
}
