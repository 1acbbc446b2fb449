// The small picture beside the words of a notice: only a still picture, small in bytes and pixels, is given to the process that shows it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaHandle } from '#stores/media/media';
import { mediaParts } from './harness';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const wide = Buffer.from(pixel);
wide.writeUInt32BE(4_000, 16);

const served: Readonly<Record<string, Buffer>> = {
  small: pixel,
  wide,
  large: Buffer.concat([pixel, Buffer.alloc(300_000)]),
  page: Buffer.from('<html><script>alert(1)</script></html>'),
  drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  moving: Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0]), Buffer.alloc(40)]),
};

test('the bytes of a small PNG are given out, from the cache the second time; of anything else nothing', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const name = new URL(url, 'http://x').pathname.split('/').at(-1) ?? '';
    asked.push(name);
    const bytes = served[name];
    if (bytes === undefined) response.writeHead(404);
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const parts = mediaParts(`http://127.0.0.1:${port}`, 'token');
  const pictureOf = (name: string): Promise<Uint8Array | null> =>
    parts.downloads.picture(
      mediaHandle(parts.store.db, {
        ...{ mxc: `mxc://here/${name}`, variant: 'thumb:96x96:crop', source: null },
        ...{ fileName: null, mimeType: null, sizeBytes: null },
      }),
      262_144,
    );
  try {
    expect(Buffer.from((await pictureOf('small')) ?? []).equals(pixel)).toBe(true);
    expect(await pictureOf('small')).not.toBeNull();
    expect(asked).toEqual(['small']);
    for (const name of ['wide', 'large', 'page', 'drawing', 'moving'])
      expect([name, await pictureOf(name)]).toEqual([name, null]);
    await expect(pictureOf('missing')).rejects.toMatchObject({ error: { code: 'media_missing' } });
  } finally {
    server.closeAllConnections();
    server.close();
    await parts.close();
  }
});
