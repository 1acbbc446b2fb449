// Screens and windows to share. A page sees pictures and names under ids that can be used once; getDisplayMedia gets exactly the source
// that this window chose a moment ago, or nothing.
import { randomBytes } from 'node:crypto';
import type { DesktopCapturerSource, Session, SourcesOptions, Streams } from 'electron/main';
import { appFailure } from '#contract/wire/errors';
import type { CaptureSource } from '#contract/shell';

export type Picker = 'own' | 'system' | 'portal';

export interface CaptureDeps {
  readonly picker: Picker;
  /** Whether the system can share the computer's sound. */
  readonly systemAudio: boolean;
  now(): number;
  getSources(options: SourcesOptions): Promise<DesktopCapturerSource[]>;
}

export interface Capture {
  readonly picker: Picker;
  readonly systemAudio: boolean;
  /** The sources that can be shared now; an earlier list of this window becomes invalid. */
  list(windowId: number): Promise<CaptureSource[]>;
  choose(windowId: number, sourceId: string, audio: boolean): void;
  /** The source for a getDisplayMedia of this window, which can be used once; null refuses. */
  take(windowId: number, wantsAudio: boolean): Streams | null;
  /** The page is gone. */
  forget(windowId: number): void;
}

const choiceMs = 10_000;
const thumbnailSize = { width: 320, height: 180 };
const longestName = 200;

interface Offer {
  readonly sources: ReadonlyMap<string, DesktopCapturerSource>;
  chosen: {
    readonly source: DesktopCapturerSource;
    readonly audio: boolean;
    readonly at: number;
  } | null;
}

const pictureOf = ({ thumbnail }: DesktopCapturerSource): Uint8Array | null => {
  const bytes = thumbnail.isEmpty() ? null : thumbnail.toJPEG(80);
  return bytes === null || bytes.length === 0 ? null : new Uint8Array(bytes);
};

export function createCapture(deps: CaptureDeps): Capture {
  const { picker, systemAudio, now } = deps;
  const offers = new Map<number, Offer>();
  return {
    picker,
    systemAudio,
    list: async (windowId) => {
      if (picker === 'system') return [];
      const found = await deps.getSources({ types: ['screen', 'window'], thumbnailSize });
      const sources = new Map(
        found.map((source) => [randomBytes(18).toString('base64url'), source] as const),
      );
      offers.set(windowId, { sources, chosen: null });
      return [...sources].map(([sourceId, source]) => ({
        sourceId,
        kind: source.id.startsWith('screen:') ? 'screen' : 'window',
        name: source.name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, longestName),
        thumbnail: pictureOf(source),
      }));
    },
    choose: (windowId, sourceId, audio) => {
      const offer = offers.get(windowId);
      const source = offer?.sources.get(sourceId);
      if (offer === undefined || source === undefined) {
        throw appFailure('not_found', 'Not a source that was just offered');
      }
      offers.set(windowId, {
        sources: new Map(),
        chosen: { source, audio: audio && systemAudio, at: now() },
      });
    },
    take: (windowId, wantsAudio) => {
      const chosen = offers.get(windowId)?.chosen ?? null;
      offers.delete(windowId);
      if (chosen === null || now() - chosen.at > choiceMs) return null;
      const video = { id: chosen.source.id, name: chosen.source.name };
      return wantsAudio && chosen.audio ? { video, audio: 'loopback' } : { video };
    },
    forget: (windowId) => void offers.delete(windowId),
  };
}

type Guarded = Pick<Session, 'setDisplayMediaRequestHandler'>;
type Frame = Parameters<
  NonNullable<Parameters<Session['setDisplayMediaRequestHandler']>[0]>
>[0]['frame'];

/** `windowOf`: the window of our own page that has this main frame, or null. */
export function guardCapture(
  session: Guarded,
  capture: Capture,
  windowOf: (frame: Frame) => number | null,
): void {
  session.setDisplayMediaRequestHandler(
    (request, answer) => {
      const windowId = windowOf(request.frame);
      const streams = windowId === null ? null : capture.take(windowId, request.audioRequested);
      try {
        // An answer without a picture is a refusal; Electron throws as well.
        answer(streams ?? {});
      } catch {
        // Electron has told the page.
      }
    },
    { useSystemPicker: capture.picker === 'system' },
  );
}
