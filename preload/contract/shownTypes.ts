// Media types that a window may show: one list for the engine, which judges the bytes, and for main, which serves them. SVG, HTML, XML and
// PDF are not among them: they would run or render in our origin.
const shown: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'audio/opus',
  'audio/webm',
  'audio/wav',
  'audio/x-wav',
  'audio/flac',
  'audio/x-flac',
  'audio/aac',
]);

/** @param mimeType a sniffed type: lower case, without parameters */
export function isShown(mimeType: string | null): mimeType is string {
  return mimeType !== null && shown.has(mimeType);
}
