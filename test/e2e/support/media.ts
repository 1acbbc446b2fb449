// Media that other clients send, made and uploaded by plain requests.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { encryptedFile } from '../../../main/engine/media/attachmentCrypto';
import type { Homeserver, Person } from './stage';

/** Uploads bytes as they are; answers their address. */
export async function upload(
  homeserver: Homeserver,
  from: Person,
  bytes: Buffer,
  type = 'application/octet-stream',
): Promise<string> {
  const answer = await fetch(`${homeserver.baseUrl}/_matrix/media/v3/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.accessToken}`, 'content-type': type },
    body: new Uint8Array(bytes),
  });
  const { content_uri: address } = (await answer.json()) as { content_uri: string };
  return address;
}

/** Uploads an encrypted attachment and returns the `file` member of its message. */
export async function uploadEncrypted(
  homeserver: Homeserver,
  from: Person,
  bytes: Buffer,
): Promise<ReturnType<typeof encryptedFile>> {
  const key = randomBytes(32);
  const iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const secret = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const sha256 = createHash('sha256').update(secret).digest();
  return encryptedFile(await upload(homeserver, from, secret), { key, iv }, sha256);
}

/** A film of three seconds that no encoder can make small: noise, more than a megabyte. */
export async function noisyVideo(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 240;
    canvas.height = 136;
    const drawing = canvas.getContext('2d');
    const picture = new ImageData(canvas.width, canvas.height);
    const recorder = new MediaRecorder(canvas.captureStream(30), {
      mimeType: 'video/webm',
      videoBitsPerSecond: 4_000_000,
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    for (let frame = 0; frame < 80; frame += 1) {
      for (let at = 0; at < picture.data.length; at += 1)
        picture.data[at] = at % 4 === 3 ? 255 : Math.random() * 255;
      drawing?.putImageData(picture, 0, 0);
      await new Promise((done) => setTimeout(done, 40));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });
  return Buffer.from(text, 'latin1');
}
