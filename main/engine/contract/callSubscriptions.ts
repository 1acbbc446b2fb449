// Calls: what a window may watch.
import { appFailure } from '../../../preload/contract/errors';
import type { EngineParts, Lists, Values } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export const callValues = (
  _parts: EngineParts,
): Pick<Values, 'callTurn' | 'callRings' | 'runningCalls' | 'callRoom'> => ({
  callTurn: unbuilt,
  callRings: unbuilt,
  runningCalls: unbuilt,
  callRoom: unbuilt,
});

export const callLists = (_parts: EngineParts): Pick<Lists, 'callSignals' | 'callHistory'> => ({
  callSignals: unbuilt,
  callHistory: unbuilt,
});
