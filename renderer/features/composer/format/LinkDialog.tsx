// Asks for the text and the address of a link.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { addWords } from '#app/i18n';
import writing from '#contract/locales/writing.en.json';
import { TextField } from '#ui/controls/TextField';
import { FormDialog } from '#ui/overlays/FormDialog';
import type { Link } from './links';
import type { Made } from './useFormatting';

addWords(writing);

interface LinkDialogProps {
  readonly link: Link;
  readonly onDone: (made: Made | null) => void;
}

export function LinkDialog({ link, onDone }: LinkDialogProps): ReactNode {
  const { t } = useTranslation();
  const [words, setWords] = useState(link.words);
  const [url, setUrl] = useState(link.url);
  // The words are there already where they were chosen, and the address where only it was.
  const asksWords = link.words === '' && link.url !== '';
  return (
    <FormDialog
      title={t(link.isThere ? 'writing.link.change' : 'writing.link.title')}
      confirmLabel={t(link.isThere ? 'writing.link.save' : 'writing.link.insert')}
      cancelLabel={t('timeline.action.cancel')}
      pending={false}
      complete={url.trim() !== ''}
      onConfirm={() => onDone([words, url])}
      onClose={() => onDone(null)}
      fields={
        <>
          <TextField
            label={t('writing.link.words')}
            placeholder={t('writing.link.noWords')}
            value={words}
            maxLength={1000}
            autoFocus={asksWords || link.words === ''}
            onChange={setWords}
          />
          <TextField
            label={t('writing.link.address')}
            placeholder="https://"
            inputMode="url"
            value={url}
            maxLength={4000}
            autoFocus={!asksWords && link.words !== ''}
            onChange={setUrl}
          />
        </>
      }
    />
  );
}
