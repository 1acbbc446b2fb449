// Acts on a found file, wherever it lies: the entries of its menu, the preview, and saving to a folder.
import { Download, ExternalLink, Eye, FolderInput, FolderOpen, MessageCircle } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useFileActs } from '../acts/useFileActs';
import { Preview } from '../preview/Preview';
import { SaveFound } from '../roomFiles/SaveToDirectory';

export interface FoundActs {
  readonly entriesFor: (file: FoundFile) => readonly MenuEntry[];
  readonly preview: (file: FoundFile) => void;
  /** Asks where to save files of one room. */
  readonly saveToDirectory: (files: readonly FoundFile[]) => void;
  readonly dialogs: ReactNode;
}

/** The words that were looked for, as they stand in the file. */
const wordsInside = (file: FoundFile | undefined): readonly string[] =>
  file?.inside?.marks.map(({ from, to }) => file.inside?.text.slice(from, to) ?? '') ?? [];

export function useFoundActs(
  items: readonly FoundFile[],
  goTo: (file: FoundFile) => void,
): FoundActs {
  const { t } = useTranslation();
  const acts = useFileActs();
  const [previewed, setPreviewed] = useState<string | null>(null);
  const [saving, setSaving] = useState<readonly FoundFile[]>([]);
  const index = previewed === null ? -1 : items.findIndex((item) => item.key === previewed);
  const entriesFor = useMemo(
    () =>
      (file: FoundFile): readonly MenuEntry[] => {
        const usable = file.media !== null && file.problem === null;
        const withBytes: readonly MenuEntry[] = [
          {
            id: 'preview',
            label: t('filePanels.preview.action'),
            icon: Eye,
            onAction: () => setPreviewed(file.key),
          },
          {
            id: 'open',
            label: t('filePanels.preview.openWith'),
            icon: ExternalLink,
            onAction: () => acts.open(file),
          },
          {
            id: 'save',
            label: t('filePanels.save'),
            icon: Download,
            onAction: () => acts.save([file]),
          },
          ...(file.inDirectory
            ? []
            : [
                {
                  id: 'directory',
                  label: t('filePanels.saveTo.action'),
                  icon: FolderInput,
                  onAction: () => setSaving([file]),
                },
              ]),
        ];
        return [
          ...(usable ? withBytes : []),
          {
            id: 'goTo',
            label: t(
              file.inDirectory ? 'filePanels.search.toFolder' : 'filePanels.search.toMessage',
            ),
            icon: file.inDirectory ? FolderOpen : MessageCircle,
            onAction: () => goTo(file),
          },
        ];
      },
    [t, acts, goTo],
  );
  return {
    entriesFor,
    preview: (file) => setPreviewed(file.key),
    saveToDirectory: setSaving,
    dialogs: (
      <>
        {index >= 0 && (
          <Preview
            items={items}
            index={index}
            onIndex={(next) => setPreviewed(items[next]?.key ?? null)}
            onClose={() => setPreviewed(null)}
            words={(at) => wordsInside(items[at])}
            onGoTo={(at) => {
              const file = items[at];
              setPreviewed(null);
              if (file !== undefined) goTo(file);
            }}
          />
        )}
        {saving.length > 0 && <SaveFound files={saving} onClose={() => setSaving([])} />}
      </>
    ),
  };
}
