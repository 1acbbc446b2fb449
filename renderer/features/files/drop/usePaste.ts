// Paste in Files: files and pictures of the system are uploaded, what was cut or copied here is moved or copied.
import { useEffect, useRef } from 'react';
import { useValue } from '../../../app/hooks';
import { useAppSelector } from '../../../app/store';
import type { FilesUi } from '../place/filesUi';

const writesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea') ||
    target.closest('[role="dialog"]') !== null);

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
      if (writesText(event.target) || now.directory?.actions.upload !== true) return;
      const { roomId, name } = now.directory;
      const files = [...(event.clipboardData?.files ?? [])];
      const { clipboard } = now.ui;
      if (files.length > 0) now.ui.upload({ roomId, name }, files);
      else if (clipboard !== null) {
        if (clipboard.mode === 'copy' || clipboard.carried.fromId !== roomId)
          now.ui.carry(clipboard.carried, { roomId, name }, clipboard.mode);
        if (clipboard.mode === 'move') now.ui.setClipboard(null);
      } else return;
      event.preventDefault();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}
