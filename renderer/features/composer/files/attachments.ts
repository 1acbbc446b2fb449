// Prepares a file for sending: dimensions, thumbnail and blurhash, made in the window because only a browser can decode pictures (D3). A
// failure never stops the sending: the file is then sent without a preview.
import { encode } from 'blurhash';
import { uploadBytes } from '#app/blobs';
import type { EngineClient } from '#app/line/engineClient';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';

interface Preview {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly blurhash: string | null;
  readonly thumbnail: {
    readonly bytes: Uint8Array;
    readonly width: number;
    readonly height: number;
    readonly mimeType: string;
  } | null;
}

const thumbnailSide = 800;
/** A smaller picture is its own thumbnail. */
const thumbnailFromBytes = 300_000;
const hashSide = 32;
/** Larger pictures are not decoded here. */
const maxPixelSide = 16_384;

const patienceMs = 8000;

interface Scaled {
  readonly width: number;
  readonly height: number;
}

function fit(width: number, height: number, side: number): Scaled {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function draw(
  source: CanvasImageSource,
  { width, height }: Scaled,
): { canvas: OffscreenCanvas; data: () => ImageData } | null {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(source, 0, 0, width, height);
  return { canvas, data: () => context.getImageData(0, 0, width, height) };
}

function blurhashOf(source: CanvasImageSource, size: Scaled): string | null {
  const small = draw(source, fit(size.width, size.height, hashSide));
  if (small === null) return null;
  const { data, width, height } = small.data();
  return encode(data, width, height, 4, 3);
}

async function thumbnailOf(source: CanvasImageSource, size: Scaled): Promise<Preview['thumbnail']> {
  const target = fit(size.width, size.height, thumbnailSide);
  const drawn = draw(source, target);
  if (drawn === null) return null;
  const blob = await drawn.canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), ...target, mimeType: blob.type };
}

async function pictureOf(file: Blob): Promise<Preview | null> {
  const bitmap = await createImageBitmap(file);
  try {
    const size = { width: bitmap.width, height: bitmap.height };
    if (Math.max(size.width, size.height) > maxPixelSide)
      return { ...size, durationMs: null, blurhash: null, thumbnail: null };
    const thumbnail = file.size > thumbnailFromBytes ? await thumbnailOf(bitmap, size) : null;
    return { ...size, durationMs: null, blurhash: blurhashOf(bitmap, size), thumbnail };
  } finally {
    bitmap.close();
  }
}

async function loaded(
  media: HTMLVideoElement | HTMLAudioElement,
  url: string,
  event: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    // A file that never reports whether it can be played must not delay its sending.
    setTimeout(() => resolve(false), patienceMs);
    media.addEventListener(event, () => resolve(true), { once: true });
    media.addEventListener('error', () => resolve(false), { once: true });
    media.preload = 'auto';
    media.muted = true;
    media.src = url;
  });
}

async function playableOf(file: Blob, kind: 'video' | 'audio'): Promise<Preview | null> {
  const media = document.createElement(kind);
  const url = URL.createObjectURL(file);
  try {
    if (!(await loaded(media, url, 'loadeddata'))) return null;
    const durationMs = Number.isFinite(media.duration) ? Math.round(media.duration * 1000) : null;
    if (!(media instanceof HTMLVideoElement) || media.videoWidth === 0)
      return { width: null, height: null, durationMs, blurhash: null, thumbnail: null };
    const size = { width: media.videoWidth, height: media.videoHeight };
    return {
      ...size,
      durationMs,
      blurhash: blurhashOf(media, size),
      thumbnail: await thumbnailOf(media, size),
    };
  } finally {
    media.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

/** Null if the window cannot decode the file. */
export async function previewOf(file: Blob): Promise<Preview | null> {
  const [kind] = file.type.split('/');
  try {
    if (kind === 'image' && file.type !== 'image/svg+xml') return await pictureOf(file);
    return kind === 'video' || kind === 'audio' ? await playableOf(file, kind) : null;
  } catch {
    return null;
  }
}

/** A preview as the engine takes it: its small picture goes over first. Null if there is none. Throws an `AppFailure`. */
export async function previewFor(
  engine: EngineClient,
  file: Blob,
): Promise<AttachmentPreview | null> {
  const preview = await previewOf(file);
  if (preview === null) return null;
  const { thumbnail, ...facts } = preview;
  if (thumbnail === null) return { ...facts, thumbnail };
  const { bytes, ...size } = thumbnail;
  const ticket = await uploadBytes(engine, bytes, 'thumbnail', size.mimeType);
  return { ...facts, thumbnail: { ...size, ticket } };
}
