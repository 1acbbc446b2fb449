// The buttons that change the avatar of a person or room: a file is chosen, cropped and used, or the avatar is removed.
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/picture.en.json';
import { useErrorNotice } from '#app/errors';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import type { Result } from '#app/result';
import { Button } from '#ui/controls/Button';
import { MenuButton } from '#ui/overlays/Menu';

addWords(words);

const PictureDialog = later(async () => (await import('./PictureDialog')).PictureDialog);

export interface PictureButtonProps {
  /** There is an avatar that can be removed. */
  readonly has: boolean;
  /** The title of the dialog, and a text about who will see the picture. */
  readonly title: string;
  readonly hint: string;
  /** Null: removes the avatar. */
  readonly onUse: (ticket: string | null) => Promise<Result<unknown>>;
  readonly testId: string;
}

export function PictureButton({ has, title, hint, onUse, testId }: PictureButtonProps) {
  const { t } = useTranslation();
  const tellFailure = useErrorNotice();
  const [file, setFile] = useState<File | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  const remove = async (): Promise<void> => {
    const result = await onUse(null);
    if (!result.ok) tellFailure(result.error);
  };
  return (
    <>
      {has ? (
        <MenuButton
          label={t('picture.name')}
          entries={[
            { id: 'change', label: t('picture.change'), onAction: choose },
            {
              id: 'remove',
              label: t('picture.remove'),
              danger: true,
              onAction: () => void remove(),
            },
          ]}
        >
          <Button>{t('picture.name')}</Button>
        </MenuButton>
      ) : (
        <Button onPress={choose}>{t('picture.add')}</Button>
      )}
      <input
        ref={field}
        type="file"
        accept="image/*"
        hidden
        data-testid={testId}
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null);
          // Without this, choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      {file !== null && (
        <PictureDialog
          file={file}
          title={title}
          hint={hint}
          onUse={onUse}
          onClose={() => setFile(null)}
        />
      )}
    </>
  );
}
