// Begins the edit of my newest message, also right after it was sent: its row in the timeline is a moment behind the press. Never of the
// one before it.
import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { editStarted } from '#app/composing';
import { useAppDispatch, type AccountState } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import type { Sending } from './useSending';

export interface EditLast {
  readonly begin: () => void;
  /** Something else is written: nothing is waited for any more. */
  readonly giveUp: () => void;
}

export function useEditLast(conversation: ConversationId, newest: Sending['newest']): EditLast {
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const asked = useRef(0);
  const stop = useRef<(() => void) | undefined>(undefined);
  const giveUp = (): void => {
    asked.current += 1;
    stop.current?.();
  };
  useEffect(
    () => () => {
      asked.current += 1;
      stop.current?.();
    },
    [],
  );
  return {
    begin: () => {
      giveUp();
      const mine = asked.current;
      void Promise.all([newest(), import('./lastOwn')]).then(([sent, { findLast }]) => {
        if (mine !== asked.current) return;
        stop.current = findLast(store, conversation, sent, (target) => {
          if (target !== null) dispatch(editStarted({ conversation, ...target }));
        });
      });
    },
    giveUp,
  };
}
