// Answers of an engine in memory to a chat that is written into a folder. What was written stands in `engine.calls`.
import type { EngineContract } from '#contract/engine';
import type { CallInput, CallOutput } from '#contract/wire/shapes';

type Name = 'exportBegin' | 'exportWrite' | 'exportFile' | 'exportEnd' | 'exportCancel';

export const exportDefaults: {
  [K in Name]: (input: CallInput<EngineContract, K>) => CallOutput<EngineContract, K>;
} = {
  exportBegin: () => ({ exportId: 'export-of-a-chat' }),
  exportWrite: () => ({}),
  exportFile: ({ fileName }) => ({ path: `files/${fileName}` }),
  exportEnd: () => ({ name: 'Larkfield identity 2026-11-30' }),
  exportCancel: () => ({}),
};
