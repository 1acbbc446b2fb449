// The answer of a call that a dialog asks once, when it opens.
import { useEffect, useState } from 'react';
import type { EngineContract } from '#contract/engine';
import type { CallInput, CallOutput } from '#contract/wire/shapes';
import type { CallName } from '#app/line/engineClient';
import { useEngineCall } from '#app/hooks';
import type { Result } from '#app/result';

/** Null until it is there. `name` and `input` stay what they were at first. */
export function useAnswer<K extends CallName>(
  name: K,
  input: CallInput<EngineContract, K>,
): Result<CallOutput<EngineContract, K>> | null {
  const call = useEngineCall();
  const [asked] = useState(() => ({ name, input }));
  const [answer, setAnswer] = useState<Result<CallOutput<EngineContract, K>> | null>(null);
  useEffect(() => {
    let here = true;
    void call(asked.name, asked.input).then((result) => {
      if (here) setAnswer(result);
    });
    return () => {
      here = false;
    };
  }, [call, asked]);
  return answer;
}
