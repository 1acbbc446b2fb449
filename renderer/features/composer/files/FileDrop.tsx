// Files dropped anywhere on the conversation.
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import styles from './FileDrop.module.css';

const carriesFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Listens on the pane around it and covers that pane while a file is held over it. */
export function FileDrop({
  onFiles,
}: {
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const { t } = useTranslation();
  const mark = useRef<HTMLSpanElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const pane = mark.current?.closest<HTMLElement>('[data-drop-pane], main') ?? document.body;
    const hold = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      // Going from one part of the pane to another is no leaving.
      if (!(relatedTarget instanceof Node && pane.contains(relatedTarget))) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const all = { dragenter: hold, dragover: hold, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(all))
      pane.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(all))
        pane.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return (
    <>
      <span ref={mark} hidden />
      {over && (
        <div className={styles.over}>
          <Icon icon={Upload} size={24} />
          {t('composer.drop')}
        </div>
      )}
    </>
  );
}
