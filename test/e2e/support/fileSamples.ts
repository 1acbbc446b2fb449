// Files made from nothing, of kinds that need a valid inside.
import type { Page } from '@playwright/test';
import { pdf } from '../../fixtures/pdf';

/** A PDF of so many pages, each with a line of text. */
export const proofSheets = (pages: number): Buffer =>
  pdf(Array.from({ length: pages }, (_, at) => ({ lines: [`Proof sheet ${at + 1}`], size: 40 })));

/** A film of a second, recorded by the window itself: the browser brings the encoder. */
export async function video(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 180;
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      if (drawing !== null) {
        drawing.fillStyle = `hsl(${frame * 30} 60% 45%)`;
        drawing.fillRect(0, 0, 320, 180);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
