// Words that count as a mention wherever they are written: the list of them, and a field for one more.
import { X } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextField } from '#ui/controls/TextField';
import styles from './Settings.module.css';

interface KeywordsProps {
  readonly keywords: readonly string[];
  readonly disabled: boolean;
}

export function Keywords({ keywords, disabled }: KeywordsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const write = useCall('setKeyword');
  const word = text.trim();
  const add = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (word === '') return;
    const done = await write.run({ keyword: word, on: true });
    if (done.ok) setText('');
  };
  return (
    <SettingRow
      title={t('notifications.keywords')}
      text={t('notifications.keywordsHint')}
      note={
        <>
          {keywords.length > 0 && (
            <ul className={styles.words} aria-label={t('notifications.keywords')}>
              {keywords.map((keyword) => (
                <li key={keyword}>
                  <Name cut>{keyword}</Name>
                  <IconButton
                    label={t('notifications.keywordRemove', { keyword })}
                    icon={X}
                    size="s"
                    onPress={() => void write.run({ keyword, on: false })}
                  />
                </li>
              ))}
            </ul>
          )}
          <form className={styles.add} onSubmit={(event) => void add(event)}>
            <TextField
              label={t('notifications.keywordNew')}
              labelHidden
              placeholder={t('notifications.keywordNew')}
              value={text}
              maxLength={100}
              isDisabled={disabled}
              onChange={setText}
            />
            <Button type="submit" isDisabled={disabled || word === ''} pending={write.pending}>
              {t('notifications.keywordAdd')}
            </Button>
          </form>
          <AppErrorNote error={write.error} />
        </>
      }
    />
  );
}
