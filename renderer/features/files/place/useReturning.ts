// Which row to bring into view and choose: a file that was looked for, or the directory that the user came up from.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { filesSelected, revealDone } from '#app/places/filesPlace';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';
import type { DirectoryItems } from '../list/useDirectoryItems';
import { isUpload } from './fileEntries';
import { useFilesUi, type Pasted } from './filesUi';

export interface Returning {
  readonly reveal: string | null;
  readonly onRevealed: () => void;
}

export function useReturning({ roomId }: DirectoryHeader, rows: DirectoryItems): Returning {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const wanted = useAppSelector((state) => state.files.revealing);
  const [reveal, setReveal] = useState<string | null>(null);
  const { items, ready, all } = rows;

  // A file looked for: it may be further down than what is here.
  useEffect(() => {
    if (wanted === null || wanted.roomId !== roomId || !ready) return;
    let stale = false;
    const isIt = (item: (typeof items)[number]) =>
      item.kind === 'file' && item.entryId === wanted.entryId;
    void (async () => {
      const found = items.find(isIt) ?? (await all()).find(isIt);
      if (stale) return;
      if (found === undefined) toasts.show({ text: t('files.place.notThere') });
      else setReveal(found.key);
      dispatch(revealDone(found?.key ?? null));
    })();
    return () => {
      stale = true;
    };
  }, [wanted, roomId, ready, items, all, dispatch, toasts, t]);

  // Up from a directory: it is chosen among its siblings.
  const before = useRef(roomId);
  const from = useRef<string | null>(null);
  if (before.current !== roomId) {
    from.current = before.current;
    before.current = roomId;
  }
  useEffect(() => {
    if (from.current === null || !ready) return;
    const child = items.find((item) => item.kind === 'directory' && item.roomId === from.current);
    from.current = null;
    if (child === undefined || wanted !== null) return;
    dispatch(filesSelected([child.key]));
    setReveal(child.key);
  }, [items, ready, wanted, dispatch]);

  usePasted(roomId, rows, setReveal);

  return { reveal, onRevealed: useCallback(() => setReveal(null), []) };
}

/** Chooses the pasted rows when they have come, unless something else was chosen meanwhile. A row that got another name is not waited for. */
function usePasted(
  roomId: string,
  { items, ready }: DirectoryItems,
  setReveal: (key: string) => void,
): void {
  const dispatch = useAppDispatch();
  const { pasted, setPasted } = useFilesUi();
  const selected = useAppSelector((state) => state.files.selected);
  const before = useRef<{
    readonly pasted: Pasted;
    readonly selected: readonly string[];
    readonly keys: ReadonlySet<string>;
  } | null>(null);
  useEffect(() => {
    if (pasted === null || pasted.roomId !== roomId || !ready) return;
    if (before.current?.pasted !== pasted)
      before.current = { pasted, selected, keys: new Set(items.map(({ key }) => key)) };
    const { keys, selected: then } = before.current;
    if (selected !== then) return setPasted(null);
    const come = items.filter(
      (item) =>
        !keys.has(item.key) &&
        pasted.names.includes(item.name) &&
        !(item.kind === 'file' && isUpload(item)),
    );
    const [first] = come;
    if (first === undefined || come.length < pasted.names.length) return;
    setPasted(null);
    dispatch(filesSelected(come.map(({ key }) => key)));
    setReveal(first.key);
  }, [pasted, roomId, items, ready, selected, setPasted, dispatch, setReveal]);
}
