// Beside the pointer while something is held: how many, and what would happen here.
import type { TFunction } from 'i18next';
import { Ban, Folder, Image as Picture, File } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { useDrag, useHeld, type Held } from './drags';
import styles from './DropGhost.module.css';

export function DropGhost() {
  const held = useHeld();
  return held === null ? null : <Ghost held={held} />;
}

function Ghost({ held }: { readonly held: Held }) {
  const { t } = useTranslation();
  const { pointer } = useDrag();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = (clientX: number, clientY: number) => {
      const element = box.current;
      if (element === null) return;
      const { offsetWidth, offsetHeight } = element;
      const x = Math.min(clientX + 16, window.innerWidth - offsetWidth - 8);
      const y = Math.min(clientY + 16, window.innerHeight - offsetHeight - 8);
      element.style.transform = `translate(${x}px, ${y}px)`;
    };
    const follow = ({ clientX, clientY }: DragEvent) => place(clientX, clientY);
    place(pointer.x, pointer.y);
    window.addEventListener('dragover', follow);
    return () => window.removeEventListener('dragover', follow);
  }, [pointer]);
  const { count, pictures, name } = held;
  const what = name ?? t(pictures ? 'files.drop.photos' : 'files.drop.files', { count });
  const icon = !held.allowed ? Ban : pictures ? Picture : name === null ? File : Folder;
  return createPortal(
    <div ref={box} className={styles.ghost} role="status">
      <span className={styles.sign}>
        <Icon icon={icon} size={20} />
      </span>
      <span className={styles.words}>
        <span className={styles.what} dir="auto">
          {count === 0 ? t('files.drop.some') : what}
        </span>
        <span className={styles.where}>{where(t, held)}</span>
      </span>
    </div>,
    document.body,
  );
}

function where(t: TFunction, held: Held): string {
  const { targetName: name, act } = held;
  if (held.key === null) return t('files.drop.nowhere');
  if (!held.allowed) return t(`files.drop.${held.why ?? 'refused'}`, { name });
  return t(`files.drop.${act}`, { name });
}
