// A security phrase beside the recovery key: typed twice, or left out. It lives in the state of the page until the key is made.
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button';
import { TextField } from '#ui/TextField';
import styles from './Encryption.module.css';

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
  if (phrase === null)
    return (
      <Button variant="text" flush onPress={() => onChange({ text: '', again: '' })}>
        {t('recovery.phraseOpen')}
      </Button>
    );
  const { text, again } = phrase;
  const short = text !== '' && text.length < shortest;
  const differs = again !== '' && text !== again;
  const shared = { type: 'password', size: 'l', autoComplete: 'new-password' } as const;
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('recovery.phraseText')}</p>
      <TextField
        {...shared}
        label={t('recovery.phrase')}
        autoFocus
        value={text}
        onChange={(next) => onChange({ text: next, again })}
        lateError
        error={short ? t('recovery.phraseShort') : null}
      />
      <TextField
        {...shared}
        label={t('recovery.phraseAgain')}
        value={again}
        onChange={(next) => onChange({ text, again: next })}
        lateError={text.startsWith(again)}
        error={differs ? t('recovery.phraseDiffers') : null}
      />
      <Button variant="text" flush onPress={() => onChange(null)}>
        {t('recovery.phraseClose')}
      </Button>
    </div>
  );
}
