// The permissions of a page in the browser: a closed list, for the main frame of our own origin only; camera and microphone only while they
// were asked for (mediaLeases.ts). Both handlers are set, because Electron grants everything that is not denied.
import type { Session, WebContents } from 'electron/main';
import { isOwnOrigin } from './urlPolicy';

const granted: ReadonlySet<string> = new Set([
  'media',
  'display-capture',
  'notifications',
  'fullscreen',
  'clipboard-sanitized-write',
  'speaker-selection',
]);

export const isGranted = (permission: string, url: string, isMainFrame: boolean): boolean =>
  granted.has(permission) && isMainFrame && isOwnOrigin(url);

type Guarded = Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>;

/** `mayUse`: whether this page may open these kinds of media now. */
export function guardPermissions(
  session: Guarded,
  mayUse: (contentsId: number, kinds: readonly string[]) => boolean,
): void {
  const judge = (
    contents: Pick<WebContents, 'id'> | null,
    permission: string,
    kinds: readonly string[],
  ): boolean => permission !== 'media' || (contents !== null && mayUse(contents.id, kinds));

  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const url = details.requestingUrl;
    answer(isGranted(permission, url, details.isMainFrame) && judge(contents, permission, kinds));
  });
  session.setPermissionCheckHandler((contents, permission, origin, details) => {
    const kinds = details.mediaType === undefined ? [] : [details.mediaType];
    const url = details.requestingUrl ?? origin;
    return isGranted(permission, url, details.isMainFrame) && judge(contents, permission, kinds);
  });
}
