// The isolated world: runs the preload with `electron/renderer`, and tells the host what the window does.
import { encodeText } from '../codec.ts';
import { createCrossWorld, type CrossWorld } from './crossWorld.ts';
import { createFilePaths } from './filePaths.ts';
import { tellHandedPorts } from './handedPorts.ts';
import { createIpcRenderer, guardPage } from './ipcRenderer.ts';
import { createPageBridge, type PageBridge } from './pageBridge.ts';

interface Config {
  binding: string;
  platform: string;
  arch: string;
  argv: string[];
  versions: Record<string, string>;
}

type Preload = (require: unknown, exports: object, module: object, process: object) => void;

function createElectron(config: Config, bridge: PageBridge, world: CrossWorld): object {
  const exposed = new Set<string>();
  const contextBridge = guardPage('contextBridge', {
    exposeInMainWorld(name: string, value: unknown): void {
      if (exposed.has(name)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      exposed.add(name);
      world.emit('expose', { name, value: world.lower(value) });
    },
  });
  const getPathForFile = createFilePaths(config.binding, bridge);
  return guardPage('', {
    ipcRenderer: createIpcRenderer(bridge),
    contextBridge,
    webUtils: guardPage('webUtils', { getPathForFile }),
  });
}

/** Reports the window's state to the main process without a request. */
function reportWindow(bridge: PageBridge): void {
  const tell = (kind: string, details: unknown): void => {
    bridge.request({ t: 'a', ch: kind }, encodeText(details)).catch(() => undefined);
  };
  window.addEventListener('resize', () => {
    tell('resized', {
      x: window.screenX,
      y: window.screenY,
      width: window.outerWidth,
      height: window.outerHeight,
    });
  });
  window.addEventListener('contextmenu', (event) => {
    const node = event.composedPath()[0] as HTMLElement;
    const link = node.closest?.<HTMLAnchorElement>('a[href]');
    tell('contextMenu', {
      x: Math.round(event.clientX),
      y: Math.round(event.clientY),
      linkURL: link?.href ?? '',
      selectionText: String(window.getSelection() ?? ''),
      isEditable: node.isContentEditable || /^(input|textarea)$/i.test(node.tagName),
      mediaType: node.tagName === 'IMG' ? 'image' : 'none',
      srcURL: (node as HTMLImageElement).src ?? '',
    });
  });
}

export function startIsolatedWorld(key: string, config: Config, preload: Preload | null): void {
  if (window !== window.top) return;
  const channel = new MessageChannel();
  document.dispatchEvent(new MessageEvent(key, { ports: [channel.port1] }));
  const world = createCrossWorld(channel.port1, 'i');
  const bridge = createPageBridge(config.binding);
  const ask = (kind: string, details: unknown): Promise<unknown> =>
    bridge.request({ t: 'a', ch: kind }, encodeText(details));
  world.emit('expose', { name: key, value: world.lower({ ask }) });
  tellHandedPorts(world, bridge);
  reportWindow(bridge);

  const electron = createElectron(config, bridge, world);
  const require = (name: string): object => {
    if (['electron', 'electron/renderer', 'electron/common'].includes(name)) return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const process = {
    platform: config.platform,
    arch: config.arch,
    argv: config.argv,
    versions: config.versions,
    env: {},
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    contextId: config.binding.slice(-8),
  };
  preload?.(require, module.exports, module, process);
}
