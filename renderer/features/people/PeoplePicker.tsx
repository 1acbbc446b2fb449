// Picks one or several people by name or address: chips for the picked, a list of the found below the field.
import { Search, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/areas/peopleModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { errorText } from '#app/errors';
import { IconButton } from '#ui/IconButton';
import { Name } from '#ui/Name';
import { Spinner } from '#ui/Spinner';
import { TextField } from '#ui/TextField';
import { ByEmail, isEmail } from './ByEmail';
import { usePeopleSearch } from './usePeopleSearch';
import styles from './PeoplePicker.module.css';

export interface PeoplePickerProps {
  readonly label: string;
  readonly picked: readonly Person[];
  readonly onChange: (people: readonly Person[]) => void;
  readonly single?: boolean;
  readonly autoFocus?: boolean;
  readonly error?: string | null;
  /** Where somebody without an account may be invited by e-mail. */
  readonly byEmail?: { readonly roomId: string; readonly onInvited: () => void };
}

export function PeoplePicker({
  label,
  picked,
  onChange,
  single = false,
  autoFocus = true,
  error,
  byEmail,
}: PeoplePickerProps) {
  const { t } = useTranslation();
  const [term, setTerm] = useState('');
  const { people, searching, error: failure } = usePeopleSearch(term);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const found = people.filter((one) => picked.every((other) => other.userId !== one.userId));

  const pick = (person: Person) => {
    onChange(single ? [person] : [...picked, person]);
    setTerm('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key === 'Enter' && term.trim() !== '') {
      event.preventDefault();
      if (first !== undefined && !searching) pick(first);
    } else if (event.key === 'ArrowDown' && found.length > 0) {
      event.preventDefault();
      results.current?.querySelector<HTMLElement>('[role=option]')?.focus();
    } else if (event.key === 'Backspace' && term === '' && picked.length > 0) {
      onChange(picked.slice(0, -1));
    }
  };
  const note = failure !== null && found.length === 0 ? errorText(t, failure) : null;

  return (
    <div onKeyDown={(event) => event.target === input.current && onKeyDown(event)}>
      <Chips picked={picked} onChange={onChange} />
      <TextField
        label={label}
        hint={t('newChat.peopleHint')}
        icon={Search}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck="false"
        value={term}
        inputRef={input}
        onChange={setTerm}
        error={error ?? note}
        suffix={searching ? <Spinner /> : undefined}
      />
      {term.trim() !== '' && !searching && note === null && (
        <div ref={results} className={styles.results}>
          <ListBox
            aria-label={t('newChat.results')}
            items={found.map((person) => ({ id: person.userId, person }))}
            renderEmptyState={() => <p className={styles.none}>{t('newChat.noResults')}</p>}
            onAction={(key) => {
              const person = found.find((one) => one.userId === key);
              if (person !== undefined) pick(person);
            }}
          >
            {({ id, person }) => (
              <ListBoxItem id={id} textValue={person.name} className={styles.result}>
                <MediaAvatar id={id} name={person.name} avatar={person.avatar} size={24} />
                <Name cut className={styles.name}>
                  {person.name}
                </Name>
                {person.name !== id && <span className={styles.id}>{id}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </div>
      )}
      {isEmail(term.trim()) && (
        <ByEmail
          address={term.trim()}
          roomId={byEmail?.roomId ?? null}
          onFound={pick}
          onInvited={() => byEmail?.onInvited()}
        />
      )}
    </div>
  );
}

function Chips({ picked, onChange }: Pick<PeoplePickerProps, 'picked' | 'onChange'>) {
  const { t } = useTranslation();
  if (picked.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {picked.map((person) => (
        <li key={person.userId} className={styles.chip} title={person.userId}>
          <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={16} />
          <Name cut>{person.name}</Name>
          <IconButton
            label={t('newChat.remove', { name: person.name })}
            icon={X}
            size="s"
            onPress={() => onChange(picked.filter((other) => other !== person))}
          />
        </li>
      ))}
    </ul>
  );
}
