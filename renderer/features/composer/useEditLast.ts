// Begins the edit of my newest message, also right after it was sent: its row in the timeline is a moment behind the press.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { editStarted } from '#app/composing';
import { useAppDispatch, type AccountState } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { lastOwn, stands } from './loaded';
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
  const edit = useCallback((): void => {
    const last = lastOwn(store.getState(), conversation);
    if (last !== null) dispatch(editStarted({ conversation, ...last }));
  }, [store, dispatch, conversation]);
  useEffect(() => {
    if (awaited === null) return undefined;
    let isDue = true;
    const look = (): void => {
      if (!isDue || !stands(store.getState(), conversation, awaited)) return;
      isDue = false;
      setAwaited(null);
      edit();
    };
    look();
    return store.subscribe(look);
  }, [awaited, store, conversation, edit]);
  return {
    begin: () => {
      const mine = (asked.current += 1);
      void newest().then((key) => {
        if (mine !== asked.current) return;
        if (key === null) edit();
        else setAwaited(key);
      });
    },
    giveUp: () => {
      asked.current += 1;
      setAwaited(null);
    },
  };
}
