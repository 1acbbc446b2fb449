// Names of files that come from a page or a server, made safe to suggest in a save dialog. Pure.

const longest = 120;
/** Disks count bytes, 255 at most; a file that is being written has a few more. */
const longestBytes = 200;
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** A plain file name: no folder, no control or bidi character, no device name, no leading or trailing dot. */
export function safeFileName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (plain === '') return fallback;
  const named = devices.test(plain) ? `_${plain}` : plain;
  if (named.length <= longest && Buffer.byteLength(named) <= longestBytes) return named;
  const dot = named.lastIndexOf('.');
  const extension = dot > 0 && named.length - dot <= 16 ? named.slice(dot) : '';
  return (
    cut(named, longest - extension.length, longestBytes - Buffer.byteLength(extension)) + extension
  );
}

/** The beginning of a text within both limits, without half a letter at its end. */
function cut(text: string, units: number, bytes: number): string {
  let kept = '';
  for (const letter of text) {
    if (kept.length + letter.length > units || Buffer.byteLength(kept + letter) > bytes) break;
    kept += letter;
  }
  return kept;
}

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
};

/** By extension; null when unknown. Only a hint: code that shows a file examines its bytes. */
export function mimeTypeOf(fileName: string): string | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined ? null : (types[extension] ?? null);
}
