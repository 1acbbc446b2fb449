// Paste in Files: files and pictures of the system are uploaded, what was cut or copied here is moved or copied.
import { useEffect, useRef } from 'react';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { useValue } from '#app/hooks';
import { useAppSelector } from '#app/store';
import { isTextField } from '#ui/focus/keys';
import type { FilesUi, Target } from '../place/filesUi';

const writesText = (target: EventTarget | null): boolean =>
  isTextField(target) ||
  (target instanceof HTMLElement && target.closest('[role="dialog"]') !== null);

/** The row of the tree that the keys act on, else the open directory; null where nothing may be put. */
function targetOf(at: EventTarget | null, open: DirectoryHeader | undefined): Target | null {
  const tree = at instanceof Element ? at.closest('[role="tree"]') : null;
  if (tree === null) return open?.actions.upload === true ? open : null;
  const row = document.getElementById(tree.getAttribute('aria-activedescendant') ?? '');
  const { dropRoom: roomId, dropName: name, dropUpload } = row?.dataset ?? {};
  return roomId === undefined || name === undefined || dropUpload !== 'true'
    ? null
    : { roomId, name };
}

export function usePaste(ui: FilesUi): void {
  const directoryId = useAppSelector((state) => state.files.directoryId);
  const { value: directory } = useValue(
    'directory',
    directoryId === null ? null : { roomId: directoryId },
  );
  const latest = useRef({ ui, directory });
  useEffect(() => {
    latest.current = { ui, directory };
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const now = latest.current;
      const to = writesText(event.target) ? null : targetOf(event.target, now.directory);
      if (to === null) return;
      const { roomId, name } = to;
      const files = [...(event.clipboardData?.files ?? [])];
      const { clipboard } = now.ui;
      if (files.length > 0) now.ui.upload({ roomId, name }, files);
      else if (clipboard !== null) {
        const { carried, mode } = clipboard;
        if (mode === 'copy' || carried.fromId !== roomId) {
          now.ui.carry(carried, { roomId, name }, mode);
          const names = [...carried.directories, ...carried.files].map((one) => one.name);
          now.ui.setPasted({ roomId, names });
        }
        if (clipboard.mode === 'move') now.ui.setClipboard(null);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}
