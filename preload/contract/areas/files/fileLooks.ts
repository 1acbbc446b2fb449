// What kind of file something is, and what somebody should know before opening it.
import { z } from '../../wire/schema';

/** By the verified bytes where they are here, else by the encrypted part's type and the true extension. */
export const FileKind = z.enum([
  'image',
  'video',
  'audio',
  'pdf',
  'text',
  'code',
  'markdown',
  'document',
  'sheet',
  'slides',
  'archive',
  'design',
  'other',
]);
export type FileKind = z.infer<typeof FileKind>;

/** Before somebody opens it. `name`: control or bidi characters were taken out; `type`: extension and type disagree; `runs`: can run programs. */
export const FileWarning = z.enum(['name', 'type', 'runs']);
export type FileWarning = z.infer<typeof FileWarning>;

export const FileLooks = z.object({
  /** Extension that counts (lower case, no dot). */
  extension: z.string(),
  fileKind: FileKind,
  warnings: z.array(FileWarning),
});
export type FileLooks = z.infer<typeof FileLooks>;
