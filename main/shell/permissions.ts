// What the page may ask of the browser: a closed list, for the main frame of our own origin only. Both handlers are set:
// Electron grants what nobody denies.
import type { Session } from 'electron/main';
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

export function guardPermissions(session: Guarded): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isGranted(permission, details.requestingUrl, details.isMainFrame));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    isGranted(permission, details.requestingUrl ?? origin, details.isMainFrame),
  );
}
