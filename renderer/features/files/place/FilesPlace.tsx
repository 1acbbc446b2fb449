// The place Files: the tree of directories, the content beside it, and what both share.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem } from '#contract/areas/files/directoriesModels';
import { addWords } from '#app/i18n';
import filePanels from '#contract/locales/filePanels.en.json';
import { useErrorNotice } from '#app/errors';
import { expandedSet, filesCopied, type CopiedFiles } from '#app/places/filesPlace';
import { useAccountState } from '#app/context';
import { useEngineCall, useValue } from '#app/hooks';
import { later } from '#app/later';
import { useAppDispatch, useAppSelector } from '#app/store';
import { ToastsHere } from '#ui/overlays/ToastsHere';
import { copyText } from '#ui/text/copyText';
import { formatSize } from '#ui/text/time';
import { useUndoKey } from '../acts/undo';
import { ClashDialog } from '../drop/ClashDialog';
import { DropGhost } from '../drop/DropGhost';
import { VersionDialog } from '../drop/VersionDialog';
import { useCarry, type CarryQuestion } from '../drop/useCarry';
import { useDrops } from '../drop/useDrops';
import { usePaste } from '../drop/usePaste';
import { useUpload, type Uploads } from '../drop/useUpload';
import type { MovedTo } from '../panels';
import { FilesTreePane } from '../tree/FilesTreePane';
import { useTrees } from '../tree/useTrees';
import { directoryName } from '../words';
import { FoundFiles } from './FoundFiles';
import { FilesContent } from './FilesContent';
import { FilesDialogs } from './FilesDialogs';
import { WhileThere } from './WhileThere';
import {
  FilesUiProvider,
  type Clipboard,
  type FilesDialog,
  type FilesUi,
  type Pasted,
} from './filesUi';

addWords(filePanels);

/** Only where a directory was moved. */
const MovedAccess = later(async () => (await import('../people/MovedAccess')).MovedAccess);

export interface FilesPlaceProps {
  /** Tree and content take turns. */
  readonly narrow: boolean;
  /** The thin status line above the list. */
  readonly status: ReactNode;
  /** The pane that stands where the room list stands, with its edge. */
  readonly pane: (children: ReactNode) => ReactNode;
  readonly content: (children: ReactNode) => ReactNode;
}

export const FilesPlace = (props: FilesPlaceProps) => (
  <ToastsHere>
    <Place {...props} />
  </ToastsHere>
);

const createCut = (): { held: Clipboard | null } => ({ held: null });

function Place({ narrow, status, pane, content }: FilesPlaceProps) {
  const expanded = useAppSelector((state) => state.files.expanded);
  const search = useAppSelector((state) => state.files.search).trim();
  const found = narrow && search !== '' ? <FoundFiles text={search} /> : null;
  const trees = useTrees(expanded);
  const [dialog, setDialog] = useState<FilesDialog | null>(null);
  // A look into a chat, or the end of a sign-in, draws the place anew.
  const cut = useAccountState(createCut);
  const [clipboard, setClipboard] = useState(cut.held);
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const [moved, setMoved] = useState<readonly MovedTo[]>([]);
  const carrying = useCarry(setMoved);
  const uploads = useUpload();
  const { carry } = carrying;
  const { upload, chooseAndUpload, newVersion } = uploads;
  const ui = useMemo<FilesUi>(
    () => ({
      ask: setDialog,
      clipboard,
      setClipboard: (next) => {
        setClipboard(next);
        cut.held = next;
        // The system's clipboard forgets older files, so that what is pasted is what was taken last.
        const text = next === null ? '' : namesOf(next).join('\n');
        if (next !== null) void copyText(text);
        dispatch(filesCopied(copiedOf(next, text)));
      },
      pasted,
      setPasted,
      carry,
      upload,
      chooseAndUpload,
      newVersion,
      renaming,
      setRenaming,
    }),
    [clipboard, cut, pasted, carry, upload, chooseAndUpload, newVersion, renaming, dispatch],
  );
  useTreeDrops(ui, trees.items);
  usePaste(ui);
  useUndoKey();
  return (
    <FilesUiProvider value={ui}>
      {pane(<FilesTreePane {...{ status, found, trees, narrow }} />)}
      {content(<FilesContent trees={trees} search={found === null ? search : ''} />)}
      <FilesDialogs dialog={dialog} carry={carry} onClose={() => setDialog(null)} />
      {uploads.question !== null && <UploadClashes {...uploads} question={uploads.question} />}
      {uploads.versionQuestion !== null && (
        <VersionDialog question={uploads.versionQuestion} onAnswer={uploads.answerVersion} />
      )}
      {carrying.question !== null && (
        <CarryClashes question={carrying.question} onAnswer={carrying.answer} />
      )}
      {moved.length > 0 && <MovedAccess moved={moved} onRest={setMoved} />}
      <DropGhost />
    </FilesUiProvider>
  );
}

const namesOf = ({ carried }: Clipboard): readonly string[] =>
  [...carried.directories, ...carried.files].map(({ name }) => name);

/** Copied files can go into a chat as well; a folder among them cannot. */
function copiedOf(next: Clipboard | null, text: string): CopiedFiles | null {
  if (next?.mode !== 'copy' || next.carried.directories.length > 0) return null;
  const { fromId: roomId, files } = next.carried;
  const sent = files.flatMap(({ entryId }) => (entryId === null ? [] : [{ roomId, entryId }]));
  return sent.length === 0 ? null : { text, files: sent };
}

function useTreeDrops(ui: FilesUi, items: readonly TreeItem[]): void {
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const parents = useMemo(
    () =>
      new Map(
        items.flatMap((item) => (item.kind === 'directory' ? [[item.roomId, item.parentId]] : [])),
      ),
    [items],
  );
  useDrops({
    ui,
    liesIn: (roomId, inside) => {
      let at: string | null | undefined = roomId;
      for (let step = 0; at !== null && at !== undefined && step < 100; step += 1) {
        if (at === inside) return true;
        at = parents.get(at);
      }
      return false;
    },
    onSpring: (roomId) => dispatch(expandedSet({ roomIds: [roomId], open: true })),
    onReorder: (parentId, roomId, index) => {
      // The rows behind its old place move up by one.
      const own = items.find((item) => item.kind === 'directory' && item.roomId === roomId);
      const from = own?.kind === 'directory' ? own.index : index;
      const to = from < index ? index - 1 : index;
      void call('reorderDirectory', { parentId, roomId, index: to }).then((result) => {
        if (!result.ok) tellFailure(result.error, 'files');
      });
    },
  });
}

function UploadClashes({
  question,
  answer,
}: Pick<Uploads, 'answer'> & { readonly question: NonNullable<Uploads['question']> }) {
  const { i18n } = useTranslation();
  const { roomId, name } = question.to;
  const { value: directory } = useValue('directory', { roomId });
  const limit = directory?.uploadLimitBytes ?? null;
  const { tooLarge, unreadable, clashes, folders, locked } = question;
  return (
    <WhileThere roomId={roomId} onClose={() => answer(null)}>
      <ClashDialog
        clashes={clashes}
        folders={folders}
        locked={locked}
        tooLarge={tooLarge}
        unreadable={unreadable}
        limit={limit === null ? null : formatSize(limit, i18n.language)}
        nothingLeft={question.files <= tooLarge.length + unreadable.length}
        targetName={name}
        onChoose={answer}
        onClose={() => answer(null)}
      />
    </WhileThere>
  );
}

function CarryClashes({
  question,
  onAnswer,
}: {
  readonly question: CarryQuestion;
  readonly onAnswer: (clash: 'keep_both' | 'new_version' | 'skip' | null) => void;
}) {
  const { t } = useTranslation();
  const { clashes, folders, unreadable, versionsStay, entryIds, fromId, to } = question;
  const onClose = (): void => onAnswer(null);
  return (
    <WhileThere roomId={fromId} onClose={onClose}>
      <WhileThere roomId={to.roomId} onClose={onClose}>
        <ClashDialog
          clashes={clashes}
          folders={folders}
          unreadable={unreadable.map((name) => directoryName(t, name))}
          versionsStay={versionsStay}
          nothingLeft={unreadable.length >= entryIds.length}
          targetName={to.name}
          onChoose={onAnswer}
          onClose={onClose}
        />
      </WhileThere>
    </WhileThere>
  );
}
