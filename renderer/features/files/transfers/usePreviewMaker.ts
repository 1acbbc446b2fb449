// Makes the small pictures of what the engine uploads: it cannot decode any. One user a window: the frame.
import { useEffect, useRef } from 'react';
import type { EngineClient } from '#app/line/engineClient';
import { useAccount, useMediaUrl } from '#app/context';
import { useValue } from '#app/hooks';
import type { AttachmentPreview } from '#contract/areas/files/transfersModels';
import { previewFor } from '../../composer';

async function previewAt(engine: EngineClient, url: string): Promise<AttachmentPreview | null> {
  const answer = await fetch(url);
  return answer.ok ? previewFor(engine, await answer.blob()) : null;
}

export function usePreviewMaker(): void {
  const { engine } = useAccount();
  const urlOf = useMediaUrl();
  const { value: wanted } = useValue('wantedPreviews', {});
  const begun = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = begun.current;
    begun.current = new Set(wanted?.map(({ key }) => key));
    for (const { key, handle } of wanted ?? []) {
      const url = urlOf(handle);
      if (before.has(key) || url === null) continue;
      void previewAt(engine, url)
        .catch(() => null)
        .then((preview) => engine.call('previewMade', { key, preview }))
        // Another window was faster, or it took too long.
        .catch(() => undefined);
    }
  }, [wanted, engine, urlOf]);
}
