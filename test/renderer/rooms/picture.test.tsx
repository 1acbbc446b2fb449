// A chosen picture is drawn anew, as the square that was kept, before anything of it is sent. jsdom draws nothing, so the canvas is made here.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PictureButton } from '../../../renderer/features/picture';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { called } from '../files/filesWindow';

const drawn: unknown[][] = [];
const context = { clearRect: () => undefined, drawImage: (...of: unknown[]) => drawn.push(of) };

class Canvas {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext = () => context;
  convertToBlob = async ({ type }: { type: string }) => ({
    type,
    arrayBuffer: async () =>
      Uint8Array.from(`${type} ${this.width}x${this.height}`, (letter) => letter.charCodeAt(0))
        .buffer,
  });
}

beforeEach(() => {
  drawn.length = 0;
  Object.assign(globalThis, {
    OffscreenCanvas: Canvas,
    createImageBitmap: async () => ({ width: 4_000, height: 3_000, close: () => undefined }),
  });
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
});

test.each([
  ['photo.jpg', 'image/jpeg', 'image/jpeg'],
  ['drawing.webp', 'image/webp', 'image/png'],
  ['icon.png', 'image/png', 'image/png'],
])('of %s a square of 512 px is sent and nothing else', async (name, type, sentAs) => {
  const engine = createFakeEngine(exampleWorld());
  const used: string[] = [];
  render(
    <AccountWindow engine={engine}>
      <PictureButton
        has={false}
        title="Picture"
        hint="Everybody sees it"
        testId="picture"
        onUse={async (ticket) => {
          used.push(ticket ?? 'removed');
          return { ok: true, output: {} };
        }}
      />
    </AccountWindow>,
  );
  const secret = new File(['the whole picture with its place'], name, { type });
  fireEvent.change(await screen.findByTestId('picture'), { target: { files: [secret] } });
  const use = await screen.findByRole('button', { name: 'Use picture' });
  await waitFor(() => expect(use.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(use);
  await waitFor(
    () => expect([used.length, screen.queryByRole('alert')?.textContent]).toEqual([1, undefined]),
    { timeout: 5_000 },
  );
  const sent = called(engine, 'appendBlob') as { bytes: Uint8Array }[];
  const bytes = sent.map(({ bytes: part }) => String.fromCharCode(...part)).join('');
  expect(bytes).toBe(`${sentAs} 512x512`);
  expect(called(engine, 'beginBlob')).toMatchObject([{ mimeType: sentAs }]);
  // The square in the middle, and into all of the new picture.
  expect(drawn.at(-1)?.slice(1)).toEqual([500, 0, 3_000, 3_000, 0, 0, 512, 512]);
});
