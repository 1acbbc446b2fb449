// A security phrase beside the recovery key: typed twice, or left out. It lives in the state of the page until the key is made.
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/phrase.en.json';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';
import styles from './Encryption.module.css';

addWords(words);

export interface Phrase {
  readonly text: string;
  readonly again: string;
}

const shortest = 16;

export const isSound = ({ text, again }: Phrase): boolean =>
  text.length >= shortest && text === again;

export interface PhraseFieldsProps {
  /** Null: no phrase. */
  readonly phrase: Phrase | null;
  readonly onChange: (phrase: Phrase | null) => void;
}

export function PhraseFields({ phrase, onChange }: PhraseFieldsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  if (phrase === null)
    return (
      <Button variant="text" flush onPress={() => onChange({ text: '', again: '' })}>
        {t('recovery.phraseOpen')}
      </Button>
    );
  const { text, again } = phrase;
  const short = text !== '' && text.length < shortest;
  const differs = again !== '' && text !== again;
  const shared = {
    type: shown ? 'text' : 'password',
    size: 'l',
    autoComplete: 'new-password',
    spellCheck: 'false',
  } as const;
  return (
    <div className={styles.phrase}>
      <p className={styles.text}>{t('recovery.phraseText')}</p>
      <TextField
        {...shared}
        label={t('recovery.phrase')}
        autoFocus
        value={text}
        onChange={(next) => onChange({ text: next, again })}
        lateError
        error={short ? t('recovery.phraseShort') : null}
        suffix={
          <IconButton
            label={t(shown ? 'phrase.hide' : 'phrase.show')}
            icon={shown ? EyeOff : Eye}
            size="s"
            onPress={() => setShown(!shown)}
          />
        }
      />
      <TextField
        {...shared}
        label={t('recovery.phraseAgain')}
        value={again}
        onChange={(next) => onChange({ text, again: next })}
        lateError={text.startsWith(again)}
        error={differs ? t('recovery.phraseDiffers') : null}
      />
      <div className={styles.ways}>
        <Button variant="text" flush onPress={() => onChange(null)}>
          {t('recovery.phraseClose')}
        </Button>
      </div>
    </div>
  );
}
