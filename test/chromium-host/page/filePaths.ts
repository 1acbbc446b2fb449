// webUtils.getPathForFile. It is synchronous, but only the host can learn a path, and not at once: so an event that
// brings files is held, the paths are asked for, and the event is sent again.
import type { PageBridge } from './pageBridge.ts';

function keyOf(file: File): string {
  return `${file.name}|${file.size}|${file.lastModified}`;
}

function filesOf(event: Event): File[] {
  if (event instanceof DragEvent) return [...(event.dataTransfer?.files ?? [])];
  const target = event.target as HTMLInputElement | null;
  return target?.type === 'file' ? [...(target.files ?? [])] : [];
}

function again(event: Event, files: readonly File[]): Event {
  const init = { bubbles: true, cancelable: true, composed: true };
  if (!(event instanceof DragEvent)) return new Event(event.type, init);
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const { clientX, clientY } = event;
  return new DragEvent('drop', { ...init, clientX, clientY, dataTransfer });
}

export function createFilePaths(binding: string, bridge: PageBridge): (file: File) => string {
  const paths = new Map<string, string>();
  const table: Record<number, File[]> = {};
  Object.defineProperty(globalThis, `${binding}Files`, { value: table });
  let asked = 0;
  const sentAgain = new WeakSet<Event>();

  const learn = async (files: File[]): Promise<void> => {
    const id = ++asked;
    table[id] = files; // where the host finds them
    const found = (await bridge.request({ t: 'f' }, `${id},${files.length}`)) as string[];
    table[id] = [];
    files.forEach((file, i) => paths.set(keyOf(file), found[i] ?? ''));
  };
  const hold = (event: Event): void => {
    const files = sentAgain.has(event) ? [] : filesOf(event);
    if (files.length === 0) return;
    const target = event.composedPath()[0];
    event.stopImmediatePropagation();
    event.preventDefault();
    const resend = (): void => {
      const copy = again(event, files);
      sentAgain.add(copy);
      target?.dispatchEvent(copy);
    };
    learn(files).then(resend, resend);
  };
  for (const type of ['drop', 'input', 'change']) window.addEventListener(type, hold, true);
  return (file) => paths.get(keyOf(file)) ?? '';
}
