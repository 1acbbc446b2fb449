// The file of a preview, wherever it lies, and the kind of view that it gets.
import type { FileProblem } from '#contract/areas/files/directoriesModels';
import type { FileKind, FileWarning } from '#contract/areas/files/filesModels';
import type { MediaRef } from '#contract/areas/messages/messageModels';

/** Fits `FileRow` and `FoundFile` as they are. */
export interface Previewed {
  readonly key: string;
  readonly name: string;
  readonly extension: string;
  readonly fileKind: FileKind;
  readonly sizeBytes: number | null;
  readonly media: MediaRef | null;
  readonly problem: FileProblem | null;
  readonly warnings: readonly FileWarning[];
}

export type View = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown' | 'card';

/** Markup is never rendered: it is shown as the text that it is. */
const markup = new Set(['svg', 'html', 'htm', 'xhtml', 'shtml', 'xml', 'xsl', 'xslt', 'mml']);

/** Text whatever program it is made for. */
const plain = new Set(['csv', 'tsv', 'ics', 'vcf', 'eml']);

/** Beyond this a page would take more memory than the picture is worth; the system's program opens it. */
const largestPdfBytes = 200_000_000;
const largestMarkdownBytes = 200_000;

export function viewOf({ fileKind, extension, media, problem, sizeBytes }: Previewed): View {
  if (media === null || media.broken !== null || problem !== null) return 'card';
  if (markup.has(extension) || plain.has(extension)) return 'text';
  switch (fileKind) {
    case 'image':
    case 'video':
    case 'audio':
      return fileKind;
    case 'pdf':
      return (sizeBytes ?? 0) > largestPdfBytes ? 'card' : 'pdf';
    case 'markdown':
      return (sizeBytes ?? 0) > largestMarkdownBytes ? 'text' : 'markdown';
    case 'text':
    case 'code':
      return 'text';
    default:
      return 'card';
  }
}
