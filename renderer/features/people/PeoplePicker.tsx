// Picks one or several people by name or user id: chips for the picked ones, and a list of results below the field.
import { Search, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { errorText } from '#app/errors';
import { IconButton } from '#ui/controls/IconButton';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { Spinner } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { ByEmail, isEmail } from './ByEmail';
import { useKnownPeople } from './useKnownPeople';
import type { Picking } from './usePicking';
import { useUnsure } from './useUnsure';
import styles from './PeoplePicker.module.css';

export interface PeoplePickerProps {
  readonly label: string;
  readonly picking: Picking;
  readonly single?: boolean;
  /** Offers the people of existing chats before anything is typed. */
  readonly offersKnown?: boolean;
  readonly autoFocus?: boolean;
  readonly error?: string | null;
  /** The room into which a person without an account can be invited by e-mail. */
  readonly byEmail?: { readonly roomId: string; readonly onInvited: () => void };
}

export function PeoplePicker({
  label,
  picking,
  single = false,
  offersKnown = false,
  autoFocus = true,
  error,
  byEmail,
}: PeoplePickerProps) {
  const { t } = useTranslation();
  const { people: picked, setPeople: onChange, term, setTerm, input } = picking;
  const { people, isNobody, searching, error: failure } = picking.search;
  const unsure = useUnsure();
  const root = useRef<HTMLDivElement>(null);
  const toSubmit = useRef(false);
  const results = useRef<HTMLDivElement>(null);
  const isTyped = term.trim() !== '';
  const known = useKnownPeople(offersKnown && !isTyped);
  const found = (isTyped ? people : known).filter((one) =>
    picked.every((other) => other.userId !== one.userId),
  );
  const isFull = single && picked.length > 0;

  const pick = (person: Person) => {
    onChange([...picked, person]);
    // A person whom the search found has a profile.
    if (person.name === person.userId) unsure.ask(person.userId);
    setTerm('');
    if (single) toSubmit.current = true;
    else input.current?.focus();
  };
  // The field is removed when a person is picked; Enter then belongs to the form.
  useEffect(() => {
    if (!toSubmit.current) return;
    toSubmit.current = false;
    const form = root.current?.closest('form');
    form?.querySelector<HTMLElement>('button[type=submit]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key === 'Enter' && isTyped) {
      event.preventDefault();
      if (first !== undefined && !searching) pick(first);
    } else if (event.key === 'ArrowDown' && found.length > 0) {
      event.preventDefault();
      results.current?.querySelector<HTMLElement>('[role=option]')?.focus();
    } else if (event.key === 'Backspace' && term === '' && picked.length > 0) {
      onChange(picked.slice(0, -1));
    }
  };
  const email = isEmail(term.trim());
  const failed = failure !== null && found.length === 0 ? errorText(t, failure) : null;
  const nobody = isNobody ? t('newChat.nobody', { address: isolate(term.trim()) }) : null;
  const unpicked = picking.isOpenEnded && nobody === null ? t('newChat.unpicked') : null;
  const note = nobody ?? failed;
  const doubts = unsure.among(picked).map(({ userId }) => (
    <p key={userId} role="status" className={styles.doubt}>
      <Icon icon={TriangleAlert} />
      {t('newChat.unsure', { address: isolate(userId) })}
    </p>
  ));

  if (isFull)
    return (
      <div ref={root}>
        <p className={styles.label}>{label}</p>
        <Chips picked={picked} onChange={onChange} />
        {doubts}
      </div>
    );
  return (
    <div ref={root} onKeyDown={(event) => event.target === input.current && onKeyDown(event)}>
      <Chips picked={picked} onChange={onChange} />
      {doubts}
      <TextField
        label={label}
        placeholder={t('newChat.peopleHint')}
        icon={Search}
        autoFocus={autoFocus}
        autoComplete="off"
        spellCheck="false"
        value={term}
        inputRef={input}
        onChange={setTerm}
        error={unpicked ?? error ?? note}
        suffix={searching ? <Spinner /> : undefined}
      />
      {/* For an e-mail address the result is shown below, because no name matches it. */}
      {(isTyped && !email && note === null ? !searching : found.length > 0) && (
        <div ref={results} className={styles.results}>
          {!isTyped && <p className={styles.heading}>{t('newChat.known')}</p>}
          <ListBox
            aria-label={t(isTyped ? 'newChat.results' : 'newChat.known')}
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
      {email && (
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

function Chips({
  picked,
  onChange,
}: {
  readonly picked: readonly Person[];
  readonly onChange: (people: readonly Person[]) => void;
}) {
  const { t } = useTranslation();
  if (picked.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {picked.map((person) => (
        <li key={person.userId} className={styles.chip} title={person.userId}>
          <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={16} />
          <Name cut className={styles.picked}>
            {person.name}
          </Name>
          {person.name !== person.userId && <span className={styles.id}>{person.userId}</span>}
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
