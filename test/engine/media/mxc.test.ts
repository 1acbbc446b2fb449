import { mediaUrl, parseMxc } from '#engine/media/mxc';

const bad = [
  'mxc://',
  'mxc://../config',
  'mxc://./config',
  'mxc://-server/id',
  'mxc://server',
  'mxc://server/',
  'mxc:///id',
  'mxc://server/id/more',
  'mxc://server/../../_matrix/client/v3/logout',
  'mxc://server/%2e%2e',
  'mxc://server/id?x=1',
  'mxc://server/id#x',
  'mxc://ser ver/id',
  'mxc://server/i d',
  'mxc://server\\id/x',
  'mxc://user@server/id',
  'mxc://server:port/id',
  'mxc://[::1/id',
  'MXC://server/id',
  ' mxc://server/id',
  'mxc://server/id\n',
  'mxc://server/id\0',
  'http://server/id',
  'https://server/id',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'mxc:/server/id',
  'mxc//server/id',
  `mxc://server/${'a'.repeat(256)}`,
  `mxc://${'a'.repeat(231)}/id`,
  'mxc://server/\u202eid',
  'mxc://sérver/id',
  '',
];

test.each([...bad, null, undefined, 5, {}, ['mxc://server/id']])(
  'CHAT-5.18 no address is built from %j',
  (mxc) => {
    expect(parseMxc(mxc)).toBeNull();
    if (typeof mxc === 'string') expect(mediaUrl('https://hs.example', mxc, 'full')).toBeNull();
  },
);

test('CHAT-5.18 server names with port, IPv4 and IPv6 are addresses', () => {
  for (const serverName of [
    'example.org',
    'example.org:8448',
    '127.0.0.1',
    '[::1]:80',
    'localhost',
  ])
    expect(parseMxc(`mxc://${serverName}/aB_-9`)).toEqual({ serverName, mediaId: 'aB_-9' });
});

test('CHAT-7.10 downloads and thumbnails use the authenticated path', () => {
  const root = 'https://hs.example/_matrix/client/v1/media';
  expect(mediaUrl('https://hs.example/', 'mxc://a.b/id', 'full')).toBe(
    `${root}/download/a.b/id?allow_redirect=false`,
  );
  expect(mediaUrl('https://hs.example', 'mxc://a.b/id', 'thumb:64x48:crop')).toBe(
    `${root}/thumbnail/a.b/id?width=64&height=48&method=crop&allow_redirect=false`,
  );
  expect(mediaUrl('https://hs.example', 'mxc://a.b/id', 'thumb:64x48:crop&x=1')).toBeNull();
});
