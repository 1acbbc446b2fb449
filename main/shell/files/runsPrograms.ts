// Decides which files can run programs when they are opened: by the name that the system uses and by the file's own first bytes, never by
// the claim of a page or a sender.
import { extname } from 'node:path';

/** Enough of a file's beginning. */
export const headBytes = 8;

/**
 * The user is asked about all other files, because a list of dangerous types would never be complete. No macros, no markup, no shortcuts.
 */
const harmless: ReadonlySet<string> = new Set(
  (
    'png apng jpg jpeg jpe jfif gif webp avif bmp ico tif tiff heic heif jxl ' +
    'mp4 m4v webm mkv mov avi mpg mpeg ogv wmv 3gp mts m2ts mp3 m4a aac ogg oga opus flac wav weba wma aif aiff mid midi amr ' +
    'pdf txt text log md markdown srt vtt csv tsv rtf epub docx odt xlsx ods pptx odp pages numbers key ' +
    'zip tar gz tgz bz2 xz txz zst 7z rar psd ai eps sketch fig xd indd stl obj step dwg dxf xcf kra ics vcf'
  ).split(' '),
);

const startsWith = (head: Uint8Array, ...bytes: number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);

/** MZ, ELF, Mach-O and Java classes in either order of bytes, `#!`, a Windows shortcut. */
const isProgram = (head: Uint8Array): boolean =>
  startsWith(head, 0x4d, 0x5a) ||
  startsWith(head, 0x7f, 0x45, 0x4c, 0x46) ||
  startsWith(head, 0xfe, 0xed, 0xfa) ||
  startsWith(head, 0xce, 0xfa, 0xed, 0xfe) ||
  startsWith(head, 0xcf, 0xfa, 0xed, 0xfe) ||
  startsWith(head, 0xca, 0xfe, 0xba, 0xbe) ||
  startsWith(head, 0x23, 0x21) ||
  startsWith(head, 0xef, 0xbb, 0xbf, 0x23, 0x21) ||
  startsWith(head, 0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00);

/** True also for unknown types. A name without an extension is opened by no program on its own. */
export function runsPrograms(fileName: string, head: Uint8Array): boolean {
  const extension = extname(fileName).slice(1).toLowerCase();
  return (extension !== '' && !harmless.has(extension)) || isProgram(head);
}
