// Listens to drags over the place: files of the system and what this window drags itself. Rows say what they are by attributes.
import { useEffect, useRef } from 'react';
import { useDrag, type DropZone, type Held } from './drags';
import type { Carried, FilesUi, Target } from '../place/filesUi';

export interface Drops {
  readonly ui: Pick<FilesUi, 'carry' | 'upload'>;
  /** Is `roomId` the directory `inside` or does it lie in it? */
  readonly liesIn: (roomId: string, inside: string) => boolean;
  /** Held over a folded row for a moment. */
  readonly onSpring: (roomId: string) => void;
  readonly onReorder: (parentId: string, roomId: string, index: number) => void;
}

const springMs = 700;

interface Row {
  readonly key: string;
  readonly target: Target;
  readonly upload: boolean;
  readonly createDirectory: boolean;
  readonly parentId: string | null;
  readonly index: number;
  readonly zone: DropZone;
}

function rowUnder(event: DragEvent): Row | null {
  const element =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop]') : null;
  if (element === null) return null;
  const { dataset } = element;
  const box = element.getBoundingClientRect();
  const part = box.height === 0 ? 0.5 : (event.clientY - box.top) / box.height;
  return {
    key: dataset.drop ?? '',
    target: { roomId: dataset.dropRoom ?? '', name: dataset.dropName ?? '' },
    upload: dataset.dropUpload === 'true',
    createDirectory: dataset.dropCreate === 'true',
    parentId: dataset.dropParent ?? null,
    index: Number(dataset.dropIndex ?? 0),
    zone: part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'into',
  };
}

const isFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Between its siblings: only one directory, only among its own. */
function reordersTo(row: Row, carried: Carried): number | null {
  const [one, ...others] = carried.directories;
  if (one === undefined || others.length > 0 || carried.files.length > 0) return null;
  if (row.zone === 'into' || row.parentId === null || row.parentId !== one.parentId) return null;
  if (row.target.roomId === one.roomId) return null;
  return row.zone === 'before' ? row.index : row.index + 1;
}

function heldOver(
  event: DragEvent,
  row: Row | null,
  carried: Carried | null,
  { liesIn }: Drops,
): Held | null {
  const base = {
    key: row?.key ?? null,
    roomId: row?.target.roomId ?? '',
    targetName: row?.target.name ?? '',
    zone: 'into' as const,
  };
  if (carried === null) {
    if (!isFiles(event)) return null;
    const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
    return {
      ...base,
      act: 'upload',
      ...(row === null ? { allowed: false } : answer(row.upload ? null : refusalOf(row))),
      count: items.length,
      pictures: items.length > 0 && items.every(({ type }) => type.startsWith('image/')),
      name: null,
    };
  }
  const { files, directories, fromId } = carried;
  const what = {
    count: files.length + directories.length,
    pictures: files.length > 0 && files.every(({ fileKind }) => fileKind === 'image'),
    name:
      files.length + directories.length === 1 ? ((files[0] ?? directories[0])?.name ?? null) : null,
  };
  if (row === null) return { ...base, ...what, act: 'move', allowed: false };
  if (reordersTo(row, carried) !== null)
    return { ...base, ...what, zone: row.zone, act: 'order', allowed: true };
  const mode = event.ctrlKey || event.altKey || event.metaKey ? 'copy' : 'move';
  const inside = directories.some(({ roomId }) => liesIn(row.target.roomId, roomId));
  const fits =
    (files.length === 0 || row.upload) && (directories.length === 0 || row.createDirectory);
  const stays = mode === 'move' && row.target.roomId === fromId;
  const refusal = !fits ? refusalOf(row) : inside ? 'inside' : stays ? 'here' : null;
  return { ...base, ...what, act: mode, ...answer(refusal) };
}

type Refusal = NonNullable<Held['why']> | 'unknown';

/** An account that may add neither files nor folders may only look; with one of these rights the reason is another one, which a row does not know. */
const refusalOf = ({ upload, createDirectory }: Row): Refusal =>
  upload || createDirectory ? 'unknown' : 'viewOnly';

const answer = (refusal: Refusal | null): Pick<Held, 'allowed' | 'why'> =>
  refusal === null
    ? { allowed: true }
    : { allowed: false, ...(refusal !== 'unknown' && { why: refusal }) };

function drop(
  event: DragEvent,
  held: Held,
  row: Row,
  carried: Carried | null,
  { ui, onReorder }: Drops,
): void {
  if (carried === null) return ui.upload(row.target, [...(event.dataTransfer?.files ?? [])]);
  const index = held.act === 'order' ? reordersTo(row, carried) : null;
  const [one] = carried.directories;
  if (index !== null && one !== undefined && row.parentId !== null)
    return onReorder(row.parentId, one.roomId, index);
  ui.carry(carried, row.target, held.act === 'copy' ? 'copy' : 'move');
}

/** One set of listeners for the whole place. */
export function useDrops(drops: Drops): void {
  const drag = useDrag();
  const latest = useRef(drops);
  useEffect(() => {
    latest.current = drops;
  });
  useEffect(() => {
    let spring: { readonly key: string; readonly timer: ReturnType<typeof setTimeout> } | null =
      null;
    const relax = (): void => {
      if (spring !== null) clearTimeout(spring.timer);
      spring = null;
    };
    const end = (): void => {
      relax();
      drag.hold(null);
    };
    const over = (event: DragEvent): void => {
      const row = rowUnder(event);
      const held = heldOver(event, row, drag.carried, latest.current);
      if (held === null) return;
      event.preventDefault();
      if (event.dataTransfer !== null)
        event.dataTransfer.dropEffect = !held.allowed
          ? 'none'
          : held.act === 'upload' || held.act === 'copy'
            ? 'copy'
            : 'move';
      Object.assign(drag.pointer, { x: event.clientX, y: event.clientY });
      drag.hold(held);
      if (spring?.key === row?.key) return;
      relax();
      if (row !== null && row.zone === 'into') {
        const { roomId } = row.target;
        spring = {
          key: row.key,
          timer: setTimeout(() => latest.current.onSpring(roomId), springMs),
        };
      }
    };
    const dropped = (event: DragEvent): void => {
      const row = rowUnder(event);
      const held = heldOver(event, row, drag.carried, latest.current);
      if (held !== null) event.preventDefault();
      if (held !== null && held.allowed && row !== null)
        drop(event, held, row, drag.carried, latest.current);
      drag.carried = null;
      end();
    };
    const left = (event: DragEvent): void => {
      if (event.relatedTarget === null) end();
    };
    const ended = (): void => {
      drag.carried = null;
      end();
    };
    // A drag of the system sends no `dragend`: the next movement of the pointer says that it is over.
    const moved = (): void => {
      if (drag.carried !== null) ended();
    };
    const all = {
      dragover: over,
      drop: dropped,
      dragleave: left,
      dragend: ended,
      pointermove: moved,
    };
    for (const [name, listener] of Object.entries(all))
      window.addEventListener(name, listener as EventListener);
    return () => {
      ended();
      for (const [name, listener] of Object.entries(all))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [drag]);
}
