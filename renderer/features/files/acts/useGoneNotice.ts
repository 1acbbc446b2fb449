// A file that somebody deleted or moved away while it was in use here: a notice says so, and by whom.
import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import type { FileAt } from '#app/places/filesPlace';
import { useToasts } from '#ui/overlays/Toasts';
import { goneWords } from '../words';

interface Gone {
  readonly at: FileAt;
  readonly name: string;
}

/** Call it once the file is no longer listed. */
export function useGoneNotice(): (gone: Gone) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [asked, ask] = useState<Gone | null>(null);
  const { value } = useValue('file', asked?.at ?? null);
  useEffect(() => {
    // The value may be that of the moment before.
    if (asked === null || value === undefined || value?.file.deleted === false) return;
    ask(null);
    toasts.show({ icon: Trash2, text: goneWords(t, asked.name, value?.file ?? null) });
  }, [asked, value, toasts, t]);
  return useCallback((gone) => ask(gone), []);
}
