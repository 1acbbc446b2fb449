// Checks whether a user name is free, when typing pauses; returns the answer for the current text.
import { useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/wire/errors';
import { useEngineCall } from '#app/hooks';

export type UserNameState = 'unknown' | 'checking' | 'free' | Extract<ErrorCode, `user_${string}`>;

const pauseMs = 400;

export function useUserNameCheck(server: string, userName: string): UserNameState {
  const call = useEngineCall();
  const [answer, setAnswer] = useState<{ of: string; state: UserNameState } | null>(null);
  const name = userName.trim();
  useEffect(() => {
    if (name === '') return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      void call('checkUserName', { server, userName: name }).then((result) => {
        if (gone) return;
        // If the check fails, the form reports the problem when it is sent.
        const state = result.ok ? (result.output.problem ?? 'free') : 'unknown';
        setAnswer({ of: name, state });
      });
    }, pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [call, server, name]);
  if (name === '') return 'unknown';
  return answer?.of === name ? answer.state : 'checking';
}
