// Above the text of a file: the field that finds in it, how many places there are, and the way from one to the next.
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { keyNames } from '#ui/focus/keys';
import { TextField } from '#ui/controls/TextField';
import type { Find } from './useFind';
import styles from './FindBar.module.css';

export function FindBar({ find }: { readonly find: Find }) {
  const { t } = useTranslation();
  const { text, number, count, complete } = find;
  const isNone = text.trim() !== '' && count === 0 && complete;
  return (
    <div role="search" className={styles.bar} aria-label={t('filePanels.preview.find')}>
      <TextField
        label={t('filePanels.preview.find')}
        labelHidden
        className={styles.field}
        icon={Search}
        placeholder={t('filePanels.preview.find')}
        value={text}
        inputRef={find.field}
        spellCheck="false"
        onChange={find.look}
      />
      <span className={styles.number} role="status">
        {isNone && t('filePanels.preview.foundNone')}
        {count > 0 &&
          t(complete ? 'filePanels.preview.found' : 'filePanels.preview.foundMore', {
            number,
            count,
          })}
      </span>
      <IconButton
        label={t('filePanels.preview.foundBefore')}
        icon={ChevronUp}
        shortcut={`${keyNames.shift}F3`}
        isDisabled={count === 0}
        onPress={() => find.step(-1)}
      />
      <IconButton
        label={t('filePanels.preview.foundNext')}
        icon={ChevronDown}
        shortcut="F3"
        isDisabled={count === 0}
        onPress={() => find.step(1)}
      />
      <IconButton
        label={t('filePanels.preview.findEnd')}
        icon={X}
        shortcut="Esc"
        onPress={find.close}
      />
    </div>
  );
}
