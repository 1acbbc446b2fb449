// The page's own world: receives what the preload exposes, and asks the host where Electron would ask the app
// (permissions, new windows). Runs before any script of the page.
import { createCrossWorld } from './crossWorld.ts';
import { takeHandedPorts } from './handedPorts.ts';

type Ask = (kind: string, details: unknown) => Promise<unknown>;
type Method = (...args: never[]) => unknown;

function denied(): DOMException {
  return new DOMException('Permission denied', 'NotAllowedError');
}

/** Replaces `owner[name]` by a function that gets the original, bound to its caller. */
function wrap(
  owner: object | undefined,
  name: string,
  replace: (original: (...args: unknown[]) => unknown, args: unknown[]) => unknown,
): void {
  const table = owner as Record<string, Method> | undefined;
  const original = table?.[name];
  if (!table || typeof original !== 'function') return;
  table[name] = function (this: unknown, ...args: never[]) {
    return replace((...own) => original.apply(this, own as never[]), args);
  };
}

function wrapPermissions(ask: Ask): void {
  const allowed = async (permission: string, more: object = {}): Promise<boolean> =>
    (await ask('permission', { permission, ...more })) === true;
  const guarded = (owner: object | undefined, name: string, permission: string, more = {}): void =>
    wrap(owner, name, async (original, args) => {
      if (!(await allowed(permission, more))) throw denied();
      return original(...args);
    });
  wrap(navigator.mediaDevices, 'getUserMedia', async (original, [constraints]) => {
    const { audio, video } = (constraints ?? {}) as MediaStreamConstraints;
    const mediaTypes = [...(audio ? ['audio'] : []), ...(video ? ['video'] : [])];
    if (!(await allowed('media', { mediaTypes }))) throw denied();
    return original(constraints);
  });
  wrap(window.Notification, 'requestPermission', async () =>
    (await allowed('notifications')) ? 'granted' : 'denied',
  );
  guarded(navigator.clipboard, 'read', 'clipboard-read');
  guarded(navigator.clipboard, 'readText', 'clipboard-read');
  guarded(navigator, 'requestMIDIAccess', 'midi');
  guarded(Element.prototype, 'requestFullscreen', 'fullscreen');
  for (const name of ['getCurrentPosition', 'watchPosition']) {
    wrap(navigator.geolocation, name, (original, args) => {
      const onError = args[1] as ((error: object) => void) | undefined;
      void allowed('geolocation').then((ok) => {
        if (ok) original(...args);
        else onError?.({ code: 1, message: 'User denied Geolocation' });
      });
      return 0;
    });
  }
  wrap(navigator.permissions, 'query', async (original, args) => {
    const { name } = (args[0] ?? {}) as { name?: string };
    await ask('permissionCheck', { permission: name });
    return original(...args);
  });
}

interface CaptureAnswer {
  fake?: boolean;
  label: string;
  constraints?: DisplayMediaStreamOptions;
}

/** A moving picture that stands for the screen where there is none. */
function fakeCapture(label: string): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  const context = canvas.getContext('2d');
  let turn = 0;
  const timer = setInterval(() => {
    if (!context) return;
    context.fillStyle = `hsl(${turn++ % 360} 80% 40%)`;
    context.fillRect(0, 0, 640, 360);
    context.fillStyle = '#fff';
    context.font = '28px sans-serif';
    context.fillText(`${label} #${turn}`, 20, 60);
  }, 66);
  const stream = canvas.captureStream(15);
  stream.getTracks()[0]?.addEventListener('ended', () => clearInterval(timer));
  return stream;
}

function wrapCapture(ask: Ask): void {
  wrap(navigator.mediaDevices, 'getDisplayMedia', async (original, [given]) => {
    const { video = true, audio = false } = (given ?? {}) as DisplayMediaStreamOptions;
    const found = (await ask('displayMedia', {
      video: Boolean(video),
      audio: Boolean(audio),
      userGesture: navigator.userActivation.isActive,
    })) as CaptureAnswer | null;
    if (!found) throw denied();
    if (found.fake) return fakeCapture(found.label);
    try {
      return await original({ ...(given as object), ...found.constraints });
    } finally {
      void ask('displayMediaDone', null);
    }
  });
}

function wrapOpen(ask: Ask): void {
  const original = window.open.bind(window);
  const children = new Map<string, Window>();
  const opened = (url: unknown, frameName: unknown, features: unknown): Window | null => {
    const address = new URL(String(url || 'about:blank'), document.baseURI).href;
    const details = {
      url: address,
      frameName: String(frameName ?? ''),
      features: String(features ?? ''),
    };
    if (address !== 'about:blank' || details.frameName === '') {
      void ask('open', details);
      return null; // no window of the page's own: the app decides, as setWindowOpenHandler would
    }
    const before = children.get(details.frameName);
    if (before && !before.closed) return before;
    void ask('openBlank', details);
    const child = original('', details.frameName, `popup,${details.features}`);
    if (child) children.set(details.frameName, child);
    return child;
  };
  window.open = opened as typeof window.open;
  window.addEventListener('click', (event) => {
    const link = event
      .composedPath()
      .find((each): each is HTMLAnchorElement => each instanceof HTMLAnchorElement && !!each.href);
    if (!link || event.defaultPrevented) return;
    if (!link.target || /^_(self|top|parent)$/.test(link.target)) return;
    event.preventDefault();
    opened(link.href, link.target, '');
  });
}

/** Lets the host veto a close by the window manager; navigations go through. */
function answerBeforeUnload(): void {
  let navigatedMs = -1e9;
  const { navigation } = window as unknown as { navigation: EventTarget };
  navigation.addEventListener('navigate', () => {
    navigatedMs = performance.now();
  });
  window.addEventListener('beforeunload', (event) => {
    if (performance.now() - navigatedMs > 200) event.preventDefault();
  });
}

export function startMainWorld(key: string, vetoesClose: boolean): void {
  if (window !== window.top) return;
  const meet = (event: Event): void => {
    event.stopImmediatePropagation();
    const port = (event as MessageEvent).ports[0];
    if (!port) return;
    const world = createCrossWorld(port, 'm');
    takeHandedPorts(world);
    world.on('expose', ({ name, value }: { name: string; value: unknown }) => {
      if (name !== key) {
        Object.defineProperty(window, name, { value: world.lift(value, true), enumerable: true });
        return;
      }
      const { ask } = world.lift(value) as { ask: Ask };
      wrapPermissions(ask);
      wrapCapture(ask);
      wrapOpen(ask);
    });
    if (vetoesClose) answerBeforeUnload();
  };
  document.addEventListener(key, meet, { capture: true, once: true });
}
