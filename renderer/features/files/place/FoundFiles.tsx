// The files that were found in all directories and rooms; a press opens them where they lie.
import { fileRevealed, previewShown } from '#app/places/filesPlace';
import { useAppDispatch, useAppSelector } from '#app/store';
import { FilesSearch, PreviewDialog } from '../panels';

export function FoundFiles({ text }: { readonly text: string }) {
  const dispatch = useAppDispatch();
  const previewing = useAppSelector((state) => state.files.previewing);
  return (
    <>
      <FilesSearch text={text} onShowFile={(file) => dispatch(fileRevealed(file))} />
      {previewing !== null && (
        <PreviewDialog
          file={previewing}
          files={[]}
          onMove={(file) => dispatch(previewShown(file))}
          onClose={() => dispatch(previewShown(null))}
        />
      )}
    </>
  );
}
