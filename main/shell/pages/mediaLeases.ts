// Grants camera and microphone to a page of ours that has asked just before, in a window in front or for a call that was placed or
// accepted, until it releases them. On systems with a permission of their own (macOS), that is asked first.
import type { SystemPreferences } from 'electron/main';
import { appFailure } from '#contract/wire/errors';
import type { MediaAccess } from '#contract/shell';

export interface MediaWants {
  readonly microphone: boolean;
  readonly camera: boolean;
}

export interface MediaLeasesDeps {
  readonly platform: NodeJS.Platform;
  readonly system: Pick<SystemPreferences, 'getMediaAccessStatus' | 'askForMediaAccess'>;
  isFocused(windowId: number): boolean;
  /** A call was placed or accepted, in any account. */
  hasCalls(): boolean;
}

export interface MediaLeases {
  request(
    windowId: number,
    wants: MediaWants,
  ): Promise<{ readonly microphone: MediaAccess; readonly camera: MediaAccess }>;
  /** To be called also when the page is gone. */
  release(windowId: number): void;
  /** `kinds` are Chromium's, `audio` and `video`; others are ignored, and a list without these two needs only any grant. */
  isGranted(windowId: number, kinds: readonly string[]): boolean;
}

const kinds = { microphone: 'audio', camera: 'video' } as const;
const names: Readonly<Record<string, MediaAccess>> = {
  granted: 'granted',
  denied: 'denied',
  restricted: 'restricted',
  'not-determined': 'not_asked',
  unknown: 'granted',
};

export function createMediaLeases(deps: MediaLeasesDeps): MediaLeases {
  const { platform, system } = deps;
  const leases = new Map<number, Set<string>>();

  const access = async (kind: 'microphone' | 'camera', wanted: boolean): Promise<MediaAccess> => {
    if (platform !== 'darwin' && platform !== 'win32') return 'granted';
    const status = system.getMediaAccessStatus(kind);
    if (!wanted || platform !== 'darwin' || status !== 'not-determined') {
      return names[status] ?? 'denied';
    }
    return (await system.askForMediaAccess(kind)) ? 'granted' : 'denied';
  };

  return {
    request: async (windowId, wants) => {
      if (!deps.isFocused(windowId) && !deps.hasCalls()) {
        throw appFailure('forbidden', 'No call, and another window is in front');
      }
      const microphone = await access('microphone', wants.microphone);
      const camera = await access('camera', wants.camera);
      const held = leases.get(windowId) ?? new Set<string>();
      if (wants.microphone && microphone === 'granted') held.add(kinds.microphone);
      if (wants.camera && camera === 'granted') held.add(kinds.camera);
      if (held.size > 0) leases.set(windowId, held);
      return { microphone, camera };
    },
    release: (windowId) => void leases.delete(windowId),
    isGranted: (windowId, asked) => {
      const held = leases.get(windowId);
      if (held === undefined) return false;
      const known = asked.filter((kind) => kind === 'audio' || kind === 'video');
      return known.every((kind) => held.has(kind));
    },
  };
}
