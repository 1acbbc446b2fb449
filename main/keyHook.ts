// The process that hears the keys of the whole system while a call runs and a key to talk is set: a fault of the native module, or its
// waiting for a display that never comes, ends here; on Windows a process that captures sound would hear no keys while it is in front. It learns one key and tells main when that one goes down and up.
import { listenFor } from './shell/calls/keyHook';

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const parent = (process as unknown as { parentPort: ParentPort }).parentPort;
parent.on('message', ({ data }) => {
  void listenFor(
    data,
    () => import('uiohook-napi'),
    (news) => parent.postMessage(news),
  );
});
