import { createHmac } from 'node:crypto';
import { mediaHandle, updateMedia } from '#stores/media/media';
import { getSetting } from '#stores/settings/settings';
import { tempStore } from './support/tempStore';

test('a handle is the HMAC of what it stands for, so that stored rows keep theirs', () => {
  const temp = tempStore();
  const { store } = temp;
  const source = {
    mxc: 'mxc://example.org/a',
    variant: 'full',
    source: '{"key":"ü"}',
    fileName: null,
    mimeType: null,
    sizeBytes: null,
  };
  const handle = mediaHandle(store.db, source);
  store.write(() => updateMedia(store.db, handle, { verified: true }));
  const secret = Buffer.from(getSetting<string>(store.db, 'mediaSecret') ?? '', 'base64');
  const text = JSON.stringify([source.mxc, source.variant, source.source]);
  const expected = createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);
  const again = mediaHandle(temp.reopen().db, source);
  temp.remove();
  expect([handle, again]).toEqual([expected, expected]);
});
