// The preview of a file, made by code that is loaded with its first use.
import type { Account } from '#app/context';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';

export const previewFor = async (
  engine: Account['engine'],
  file: Blob,
): Promise<AttachmentPreview | null> => (await import('./attachments')).previewFor(engine, file);
