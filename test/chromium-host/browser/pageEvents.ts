// Turns what Chromium tells of a page into the events of WebContents, and asks will-navigate before it leaves.
import { app } from '../api/app.ts';
import { preventable } from '../guard.ts';
import { cdp, ignoreGone, runtime } from '../runtime.ts';
import { isBlank, toApp } from './scheme.ts';
import { ISOLATED_WORLD } from './target.ts';
import type { WebContents } from '../api/webContents.ts';

interface Context {
  context: { id: number; name: string; auxData: { frameId: string } };
}

interface Paused {
  requestId: string;
  frameId: string;
  request: { url: string };
  redirectedRequestId?: string;
}

function watchWorld(contents: WebContents): void {
  const session = contents.hostSessionId;
  cdp().on<Context>(
    'Runtime.executionContextCreated',
    ({ context }) => {
      const { id, name, auxData } = context;
      if (name !== ISOLATED_WORLD || auxData.frameId !== contents.hostTargetId) return;
      contents.hostContextId = id;
      contents.hostCrashed = false;
      contents.hostBridge.open();
    },
    session,
  );
  const close = (): void => {
    if (contents.hostContextId === 0) return;
    contents.hostContextId = 0;
    contents.hostBridge.close();
  };
  cdp().on<{ executionContextId: number }>(
    'Runtime.executionContextDestroyed',
    ({ executionContextId }) => {
      if (executionContextId === contents.hostContextId) close();
    },
    session,
  );
  cdp().on('Runtime.executionContextsCleared', close, session);
  cdp().on<{ executionContextId: number; name: string; payload: string }>(
    'Runtime.bindingCalled',
    ({ executionContextId, name, payload }) => {
      if (executionContextId !== contents.hostContextId || name !== contents.hostBinding) return;
      contents.hostBridge.receive(payload);
    },
    session,
  );
  cdp().on(
    'Inspector.targetCrashed',
    () => {
      close();
      contents.hostCrashed = true;
      contents.hostLoads.stop();
      const details = { reason: 'crashed', exitCode: 1 };
      contents.emit('render-process-gone', preventable({}), details);
      app.emit('render-process-gone', preventable({}), contents, details);
    },
    session,
  );
}

/** Like Electron, gives the window the page's title, unless the app prevents it. */
async function readTitle(contents: WebContents): Promise<void> {
  const { result } = await contents.command<{ result: { value?: string } }>('Runtime.evaluate', {
    expression: 'document.title',
  });
  const title = result.value ?? '';
  contents.hostTitle = title;
  const event = preventable({});
  contents.emit('page-title-updated', event, title, true);
  contents.hostWindow.emit('page-title-updated', event, title, true);
  if (!event.defaultPrevented) contents.hostWindow.setTitle(title);
}

function watchDocument(contents: WebContents): void {
  const session = contents.hostSessionId;
  cdp().on<{ frame: { url: string; urlFragment?: string; parentId?: string } }>(
    'Page.frameNavigated',
    ({ frame }) => {
      if (frame.parentId) return;
      contents.hostUrl = frame.url + (frame.urlFragment ?? '');
      if (isBlank(frame.url)) return;
      contents.emit('did-navigate', preventable({}), contents.getURL(), 200, 'OK');
    },
    session,
  );
  cdp().on<{ url: string; frameId: string }>(
    'Page.navigatedWithinDocument',
    ({ url, frameId }) => {
      if (frameId !== contents.hostTargetId) return;
      contents.hostUrl = url;
      contents.emit('did-navigate-in-page', preventable({}), toApp(url), true, 1, 1);
    },
    session,
  );
  cdp().on(
    'Page.domContentEventFired',
    () => {
      if (isBlank(contents.hostUrl)) return;
      contents.emit('dom-ready', preventable({}));
      ignoreGone(readTitle(contents));
      contents.hostWindow.hostReadyToShow();
    },
    session,
  );
  cdp().on('Page.loadEventFired', () => contents.hostLoads.finished(), session);
  cdp().on<{ type: string; args: { value?: unknown; description?: string }[] }>(
    'Runtime.consoleAPICalled',
    ({ type, args }) => {
      const message = args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' ');
      const level = type === 'error' || type === 'warning' || type === 'debug' ? type : 'info';
      const event = { ...preventable({}), level, message, lineNumber: 0, sourceId: '' };
      contents.emit('console-message', event);
    },
    session,
  );
  cdp().on<{ type: string }>(
    'Page.javascriptDialogOpening',
    ({ type }) => {
      if (type !== 'beforeunload') return; // alert and confirm wait for a person or a test
      const accept = runtime.quitting || contents.isLoading() || contents.hostWindow.hostTryClose();
      ignoreGone(contents.command('Page.handleJavaScriptDialog', { accept }));
    },
    session,
  );
}

/** @returns false where a listener forbade it */
function mayNavigate(contents: WebContents, paused: Paused): boolean {
  const isMainFrame = paused.frameId === contents.hostTargetId;
  if (isMainFrame && contents.hostLoads.isOwn(paused.request.url)) return true;
  const url = toApp(paused.request.url);
  const details = {
    url,
    isMainFrame,
    isSameDocument: false,
    frame: contents.mainFrame,
    initiator: contents.mainFrame,
  };
  const frameEvent = preventable(details);
  contents.emit('will-frame-navigate', frameEvent);
  if (!isMainFrame) return !frameEvent.defaultPrevented;
  const event = preventable(details);
  if (paused.redirectedRequestId) contents.emit('will-redirect', event, url, false, true, 1, 1);
  else contents.emit('will-navigate', event, url, false, true, 1, 1);
  return !event.defaultPrevented && !frameEvent.defaultPrevented;
}

function watchNavigation(contents: WebContents): void {
  cdp().on<Paused>(
    'Fetch.requestPaused',
    (paused) => {
      const { requestId } = paused;
      const answer = mayNavigate(contents, paused)
        ? contents.command('Fetch.continueRequest', { requestId })
        : contents.command('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      ignoreGone(answer);
    },
    contents.hostSessionId,
  );
}

export function watchPage(contents: WebContents): void {
  watchWorld(contents);
  watchDocument(contents);
  watchNavigation(contents);
}
