// The kind of a file, and the warnings that a person should see before opening it.
import { z } from '../../wire/schema';

/** Decided by the verified bytes where they are here, else by the encrypted part's type and the true extension. */
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

/**
 * Warnings before a file is opened. `name`: control or bidi characters were removed; `type`: extension and type disagree; `runs`: it can
 * run programs.
 */
export const FileWarning = z.enum(['name', 'type', 'runs']);
export type FileWarning = z.infer<typeof FileWarning>;

export const FileLooks = z.object({
  /** The extension that counts (lower case, no dot). */
  extension: z.string(),
  fileKind: FileKind,
  warnings: z.array(FileWarning),
});
export type FileLooks = z.infer<typeof FileLooks>;
