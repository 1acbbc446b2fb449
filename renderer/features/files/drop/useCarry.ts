// Moving and copying within Trellis: directories are linked elsewhere or made anew with all that is in them, files are sent again as
// the same encrypted file.
import { useCallback, useState } from 'react';
import type { Clash } from '#contract/areas/files/transfersModels';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { useFilesMoved } from '../acts/useFilesMoved';
import { useMoveDirectories } from '../acts/useRename';
import type { MovedTo } from '../panels';
import type { Carried, Target, TransferMode } from '../place/filesUi';

export interface CarryQuestion {
  readonly fromId: string;
  readonly entryIds: readonly string[];
  /** Their names, in the same order. */
  readonly names: readonly string[];
  /** With all that is in them; copies only. */
  readonly directoryIds: readonly string[];
  readonly to: Target;
  readonly mode: TransferMode;
  readonly clashes: readonly string[];
  readonly folders?: readonly string[] | undefined;
  readonly unreadable: readonly string[];
  /** Files of which older versions stay in their old folder. */
  readonly versionsStay: readonly string[];
}

export interface Carrying {
  readonly carry: (carried: Carried, to: Target, mode: TransferMode) => void;
  readonly question: CarryQuestion | null;
  readonly answer: (clash: Clash | null) => void;
}

/** Limit of one call. */
const mostEntries = 1_000;

const someOf = (directoryIds: readonly string[]) =>
  directoryIds.length === 0 ? {} : { directoryIds: [...directoryIds] };

export function useCarry(onMoved: (moved: readonly MovedTo[]) => void): Carrying {
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const move = useMoveDirectories(onMoved);
  const filesMoved = useFilesMoved();
  const [questions, setQuestions] = useState<readonly CarryQuestion[]>([]);

  const send = useCallback(
    async (question: CarryQuestion, clash: Clash) => {
      const requestId = newRequestId();
      const result = await call('copyFiles', {
        requestId,
        roomId: question.fromId,
        entryIds: [...question.entryIds],
        ...someOf(question.directoryIds),
        toId: question.to.roomId,
        move: question.mode === 'move',
        clash,
      });
      if (!result.ok) return tellFailure(result.error, 'carry');
      if (question.mode === 'move') filesMoved(requestId, question, clash);
    },
    [call, tellFailure, filesMoved],
  );

  const carry = useCallback(
    async ({ fromId, files, directories }: Carried, to: Target, mode: TransferMode) => {
      if (mode === 'move' && !(await move(directories, to))) return;
      const copied = mode === 'copy' ? directories.map(({ roomId }) => roomId) : [];
      const moved = files.flatMap(({ entryId, name }) =>
        entryId === null ? [] : { entryId, name },
      );
      const ids = moved.map(({ entryId }) => entryId);
      for (let from = 0; from < Math.max(ids.length, copied.length); from += mostEntries) {
        const entryIds = ids.slice(from, from + mostEntries);
        const directoryIds = copied.slice(from, from + mostEntries);
        const sources = { roomId: fromId, entryIds, ...someOf(directoryIds) };
        const plan = await call('copyPlan', { ...sources, toId: to.roomId });
        if (!plan.ok) return tellFailure(plan.error, 'carry');
        const { clashes, folders, unreadable, versionsStay: stay = [] } = plan.output;
        const names = moved.slice(from, from + mostEntries).map(({ name }) => name);
        const versionsStay = mode === 'move' ? stay : [];
        const facts = { clashes, folders, unreadable, versionsStay };
        const question = { fromId, entryIds, names, directoryIds, to, mode, ...facts };
        if (clashes.length + unreadable.length + versionsStay.length === 0)
          await send(question, 'keep_both');
        else setQuestions((before) => [...before, question]);
      }
    },
    [call, tellFailure, send, move],
  );

  const [question] = questions;
  return {
    carry: useCallback((carried, to, mode) => void carry(carried, to, mode), [carry]),
    question: question ?? null,
    answer: (clash) => {
      setQuestions((before) => before.slice(1));
      if (clash !== null && question !== undefined) void send(question, clash);
    },
  };
}
