// From files of the system to the queue: tickets for their paths (or their bytes, when they were pasted), a look at all of them, one
// question when something is in the way, then the upload.
import { useCallback, useState } from 'react';
import { useTranslation } from '#app/words';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { z } from 'zod';
import type { Clash, UploadPlan } from '#contract/areas/files/transfersModels';
import { uploadBytes } from '#app/blobs';
import { useAccount, useShell } from '#app/context';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import { useToasts } from '#ui/overlays/Toasts';
import type { Target } from '../place/filesUi';

/** The obstacles of an upload, asked once for all files. */
export interface UploadQuestion {
  readonly to: Target;
  readonly tickets: readonly string[];
  readonly files: number;
  readonly clashes: readonly string[];
  readonly folders?: readonly string[] | undefined;
  readonly locked?: z.infer<typeof UploadPlan>['locked'];
  readonly tooLarge: readonly string[];
  readonly unreadable: readonly string[];
}

/** A chosen file of another type than the one that it is to be a version of. */
export interface VersionQuestion {
  readonly file: Pick<FileRow, 'roomId' | 'entryId' | 'name'>;
  readonly ticket: string;
  readonly chosen: string;
}

export interface Uploads {
  readonly upload: (to: Target, files: readonly File[]) => void;
  readonly chooseAndUpload: (to: Target, folders: boolean) => void;
  readonly newVersion: (file: FileRow) => void;
  readonly question: UploadQuestion | null;
  readonly versionQuestion: VersionQuestion | null;
  readonly answerVersion: (upload: boolean) => void;
  readonly answer: (clash: Clash | null) => void;
}

/** Lower case, without the dot; empty for a name without one. */
const extensionOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Limit of one call. */
const mostTickets = 1_000;

function partsOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

export function useUpload(): Uploads {
  const { t } = useTranslation();
  const shell = useShell();
  const { accountId, engine } = useAccount();
  const call = useEngineCall();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  const [versionQuestion, setVersionQuestion] = useState<VersionQuestion | null>(null);
  const [questions, setQuestions] = useState<readonly UploadQuestion[]>([]);

  const send = useCallback(
    async (to: Target, tickets: readonly string[], clash: Clash, versionOf: string | null) => {
      const requestId = newRequestId();
      const { roomId } = to;
      const result = await call('upload', {
        requestId,
        roomId,
        tickets: [...tickets],
        clash,
        versionOf,
      });
      if (!result.ok) tellFailure(result.error, 'upload');
    },
    [call, tellFailure],
  );

  const plan = useCallback(
    async (to: Target, tickets: readonly string[]) => {
      for (const part of partsOf(tickets, mostTickets)) {
        const planned = await call('uploadPlan', { roomId: to.roomId, tickets: [...part] });
        if (!planned.ok) {
          tellFailure(planned.error, 'upload');
          return;
        }
        const { clashes, folders, locked, tooLarge, unreadable, files, directories } =
          planned.output;
        if (clashes.length + tooLarge.length + unreadable.length > 0) {
          const going = files + directories;
          setQuestions((before) => [
            ...before,
            { to, tickets: part, files: going, clashes, folders, locked, tooLarge, unreadable },
          ]);
        } else if (files + directories > 0) await send(to, part, 'keep_both', null);
      }
    },
    [call, send, tellFailure],
  );

  const upload = useCallback(
    async (to: Target, files: readonly File[]) => {
      if (files.length === 0) return;
      const tickets = await resultOf(
        (async () => {
          const known = await resultOf(shell.fileTickets(accountId, files));
          // Files of the disk get a ticket for their path; what was pasted has none and crosses as bytes.
          if (known.ok && known.output.length === files.length)
            return known.output.map(({ ticket }) => ticket);
          const sent: string[] = [];
          for (const file of files) {
            const bytes = new Uint8Array(await file.arrayBuffer());
            sent.push(await uploadBytes(engine, bytes, file.name, file.type));
          }
          return sent;
        })(),
      );
      if (tickets.ok) await plan(to, tickets.output);
      else tellFailure(tickets.error, 'upload');
    },
    [shell, accountId, engine, plan, tellFailure],
  );

  const choose = useCallback(
    async (folders: boolean) => {
      const chosen = await resultOf(shell.call('chooseFiles', { accountId, folders }));
      if (chosen.ok) return chosen.output.files;
      tellFailure(chosen.error, 'files');
      return [];
    },
    [shell, accountId, tellFailure],
  );

  const sendVersion = useCallback(
    ({ file: { roomId, entryId, name }, ticket }: VersionQuestion) =>
      void send({ roomId, name }, [ticket], 'new_version', entryId),
    [send],
  );

  const [question] = questions;
  return {
    upload: useCallback((to, files) => void upload(to, files), [upload]),
    chooseAndUpload: useCallback(
      (to, folders) =>
        void choose(folders).then((files) =>
          plan(
            to,
            files.map(({ ticket }) => ticket),
          ),
        ),
      [choose, plan],
    ),
    newVersion: useCallback(
      (file) =>
        void choose(false).then((files) => {
          const [first, ...others] = files;
          if (first === undefined) return;
          if (others.length > 0) toasts.show({ text: t('files.place.oneVersion'), tone: 'danger' });
          else {
            const version = { file, ticket: first.ticket, chosen: first.fileName };
            if (extensionOf(first.fileName) === extensionOf(file.name)) sendVersion(version);
            else setVersionQuestion(version);
          }
        }),
      [choose, sendVersion, t, toasts],
    ),
    versionQuestion,
    answerVersion: (wanted) => {
      setVersionQuestion(null);
      if (wanted && versionQuestion !== null) sendVersion(versionQuestion);
    },
    question: question ?? null,
    answer: (clash) => {
      setQuestions((before) => before.slice(1));
      if (clash !== null && question !== undefined)
        void send(question.to, question.tickets, clash, null);
    },
  };
}
