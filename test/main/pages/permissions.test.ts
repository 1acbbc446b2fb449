// All permission names of the typings × who asks. Both handlers are set.
import { readFileSync } from 'node:fs';
import { guardPermissions, isGranted } from '../../../main/shell/pages/permissions';

const typings = readFileSync(require.resolve('electron/electron.d.ts'), 'utf8');

/** The union in the signature of `setPermissionCheckHandler`. */
const names = [
  ...(
    /setPermissionCheckHandler\(handler: \(\(webContents: [^,]+, permission: ([^,]+),/.exec(
      typings,
    )?.[1] ?? ''
  ).matchAll(/'([^']+)'/g),
].map((match) => match[1] ?? '');

const allowed = [
  'clipboard-sanitized-write',
  'display-capture',
  'fullscreen',
  'media',
  'notifications',
  'speaker-selection',
];
const own = 'app://bundle/index.html';
const strangers = [
  'https://example.org/',
  'app://evil/',
  'app://bundle.evil/',
  'http://127.0.0.1/',
  'null',
  '',
  'file:///',
];

test('of all permissions only six are granted, to the main frame of our own page', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(names.filter((name) => isGranted(name, own, true)).sort()).toEqual(allowed);
  expect(names.filter((name) => isGranted(name, own, false))).toEqual([]);
  for (const stranger of strangers) {
    expect(names.filter((name) => isGranted(name, stranger, true))).toEqual([]);
  }
  expect(
    ['__proto__', 'constructor', '', 'MEDIA'].filter((name) => isGranted(name, own, true)),
  ).toEqual([]);
});

test('both handlers are set and judge the asking frame', () => {
  let onRequest:
    | ((
        contents: object | null,
        name: string,
        answer: (granted: boolean) => void,
        details: object,
      ) => void)
    | null = null;
  let onCheck:
    ((contents: object | null, name: string, origin: string, details: object) => boolean) | null =
    null;
  guardPermissions(
    {
      setPermissionRequestHandler: (handler: unknown) => (onRequest = handler as typeof onRequest),
      setPermissionCheckHandler: (handler: unknown) => (onCheck = handler as typeof onCheck),
    } as unknown as Parameters<typeof guardPermissions>[0],
    (contentsId, kinds) => contentsId === 1 && !kinds.includes('video'),
  );
  const request = (
    name: string,
    requestingUrl: string,
    isMainFrame: boolean,
    more: { id?: number; mediaTypes?: string[] } = {},
  ): boolean | null => {
    const { id = 1, ...rest } = more;
    let given: boolean | null = null;
    const details = { requestingUrl, isMainFrame, ...rest };
    onRequest?.({ id }, name, (granted) => (given = granted), details);
    return given;
  };
  const check = (name: string, origin: string, details: object, id = 1): boolean | undefined =>
    onCheck?.(id === 0 ? null : { id }, name, origin, details);
  expect([
    request('media', own, true),
    request('media', own, false),
    request('media', 'https://example.org/', true),
    request('geolocation', own, true),
    check('notifications', 'app://bundle', { isMainFrame: true }),
    check('notifications', 'app://bundle', { isMainFrame: false }),
    check('notifications', 'app://bundle', {
      isMainFrame: true,
      requestingUrl: 'https://example.org/',
    }),
    check('notifications', 'https://example.org', { isMainFrame: true }),
    check('hid', 'app://bundle', { isMainFrame: true }),
  ]).toEqual([true, false, false, false, true, false, false, false, false]);
  // Camera and microphone only to a page that asked for them before.
  const main = { isMainFrame: true };
  expect([
    request('media', own, true, { mediaTypes: ['audio'] }),
    request('media', own, true, { mediaTypes: ['audio', 'video'] }),
    request('media', own, true, { id: 2, mediaTypes: ['audio'] }),
    request('media', 'https://example.org/', true, { mediaTypes: ['audio'] }),
    check('media', 'app://bundle', { ...main, mediaType: 'audio' }),
    check('media', 'app://bundle', { ...main, mediaType: 'video' }),
    check('media', 'app://bundle', { ...main, mediaType: 'audio' }, 2),
    check('media', 'app://bundle', { ...main, mediaType: 'audio' }, 0),
    check('notifications', 'app://bundle', main, 0),
  ]).toEqual([true, false, false, false, true, false, false, false, true]);
});
