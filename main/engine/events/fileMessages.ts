// Which message a file becomes. Pure.
import { isShown } from '#contract/shownTypes';

/** `m.image` and so on for what a chat shows or plays, by the type that the sender's side detected; `m.file` for all else. */
export function messageTypeOf(
  mimeType: string | null,
): 'm.image' | 'm.video' | 'm.audio' | 'm.file' {
  if (!isShown(mimeType)) return 'm.file';
  if (mimeType.startsWith('image/')) return 'm.image';
  return mimeType.startsWith('video/') ? 'm.video' : 'm.audio';
}
