// NativeImage around encoded bytes. It decodes nothing: sizes are read from PNG heads, resize and crop give the same bytes.
import fs from 'node:fs';
import { Guarded, namespace } from '../guard.ts';

export class NativeImage extends Guarded {
  readonly #bytes: Buffer;
  isMacTemplateImage = false;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }
  isEmpty(): boolean {
    return this.#bytes.length === 0;
  }
  getSize(): { width: number; height: number } {
    const isPng = this.#bytes.length > 24 && this.#bytes.toString('latin1', 1, 4) === 'PNG';
    if (!isPng) return { width: 0, height: 0 };
    return { width: this.#bytes.readUInt32BE(16), height: this.#bytes.readUInt32BE(20) };
  }
  getAspectRatio(): number {
    const { width, height } = this.getSize();
    return height === 0 ? 1 : width / height;
  }
  toPNG(): Buffer {
    return this.#bytes;
  }
  toJPEG(): Buffer {
    return this.#bytes;
  }
  toDataURL(): string {
    return `data:image/png;base64,${this.#bytes.toString('base64')}`;
  }
  resize(): NativeImage {
    return this;
  }
  crop(): NativeImage {
    return this;
  }
  addRepresentation(): void {
    // one size only
  }
  setTemplateImage(option: boolean): void {
    this.isMacTemplateImage = option;
  }
  isTemplateImage(): boolean {
    return this.isMacTemplateImage;
  }
}

export function createImage(bytes: Buffer): NativeImage {
  return new NativeImage(bytes);
}

export const nativeImage = namespace('nativeImage', {
  createEmpty: (): NativeImage => createImage(Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer): NativeImage => createImage(Buffer.from(bytes)),
  createFromBitmap: (bytes: Buffer): NativeImage => createImage(Buffer.from(bytes)),
  createFromPath: (file: string): NativeImage =>
    createImage(fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0)),
  createFromDataURL: (url: string): NativeImage =>
    createImage(Buffer.from(url.split(',')[1] ?? '', 'base64')),
});
