// Looks for secrets in bytes, in the forms in which they could lie there in clear.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Hit {
  readonly file: string;
  readonly secret: string;
  readonly form: string;
}

/** Base64 of something within other bytes: three alignments, without the characters that the neighbours decide. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const start = shift === 0 ? 0 : shift + 1;
    const end = Math.floor(((bytes.length + shift) * 8) / 6);
    return text.slice(start, end);
  });
}

function formsOf(secret: string | Uint8Array): [string, Buffer][] {
  const bytes = Buffer.from(secret as string);
  const forms: [string, Buffer][] = [
    ['bytes', bytes],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ...base64Forms(bytes).map((text): [string, Buffer] => ['base64', Buffer.from(text)]),
    ...base64Forms(bytes).map((text): [string, Buffer] => [
      'base64url',
      Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
  if (typeof secret === 'string') forms.push(['utf-16le', Buffer.from(secret, 'utf16le')]);
  return forms;
}

/** `secrets`: what to look for, by a name that may be shown. */
export function searchBytes(
  file: string,
  content: Buffer,
  secrets: Readonly<Record<string, string | Uint8Array>>,
): Hit[] {
  return Object.entries(secrets).flatMap(([secret, value]) =>
    formsOf(value)
      .filter(([, form]) => content.includes(form))
      .map(([form]) => ({ file, secret, form })),
  );
}

export interface Searched {
  readonly hits: readonly Hit[];
  readonly files: readonly string[];
  readonly bytes: number;
}

/** Every file below the folder, whatever its name; names of files count as content. */
export function searchFolder(
  folder: string,
  secrets: Readonly<Record<string, string | Uint8Array>>,
): Searched {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  let bytes = 0;
  const hits = files.flatMap((file) => {
    const content = readUnlessGone(join(folder, file));
    if (content === null) return [];
    bytes += content.length;
    return searchBytes(file, Buffer.concat([Buffer.from(`${file}\n`), content]), secrets);
  });
  return { hits, files, bytes };
}

/** A staged file may go while the engine runs: what is not there holds nothing. */
function readUnlessGone(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}
