// The names that are offered below the field. Chosen by the keys of the field or with the mouse; never focused itself.
import { useTranslation } from '#app/words';
import { OptionRow } from '#ui/lists/OptionRow';
import type { NameList as List } from './useNameList';
import styles from './Search.module.css';

export function NameList({ list }: { readonly list: List }) {
  const { t } = useTranslation();
  const { typed, options, active, listId, domId, choose, pick } = list;
  if (typed === null) return null;
  return (
    <div
      id={listId}
      role="listbox"
      // It may scroll: browsers let the keyboard reach what does, and so it says that it can be reached.
      tabIndex={0}
      className={styles.names}
      aria-label={t(typed.kind === 'from' ? 'palette.people' : 'palette.chats')}
      // The field may not lose the focus.
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option) => (
        <OptionRow
          key={option.id}
          {...option}
          id={domId(option)}
          active={option === active}
          onHover={() => choose(option.id)}
          onPress={() => pick(option)}
        />
      ))}
    </div>
  );
}
