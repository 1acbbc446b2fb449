// New chat: write to somebody, create a room or a space, join one by its address, or find a public one. Encrypted unless anyone can join or the user
// says otherwise.
import { Lock, LockOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/spaces.en.json';
import { AppErrorNote } from '#app/errors';
import { useComposerAfterwards } from '#app/composerFocus';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import type { NewChatKind } from '#app/places/navigation';
import { useAppSelector } from '#app/store';
import { Dialog } from '#ui/overlays/Dialog';
import { Segmented } from '#ui/controls/Segmented';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { FormFrame } from './FormFrame';
import { JoinForm } from './JoinForm';
import { AddressField, useListedNotice, usePublicAddress } from './PublicAddress';
import { SpaceForm } from './space/SpaceForm';
import { SpaceChoice, useIntoSpace } from './space/intoSpace';
import { useOneRequest } from './useOneRequest';
import { Explore } from '../explore';
import { PeoplePicker, usePicking, useUninvitedNotice } from '../people';
import styles from './NewChat.module.css';

addWords(words);

const kinds = [
  'direct',
  'room',
  'space',
  'join',
  'explore',
] as const satisfies readonly NewChatKind[];
/** Kinds that a guest may use: a guest starts no chat. */
const guestKinds = ['join', 'explore'] as const satisfies readonly NewChatKind[];

export interface NewChatDialogProps {
  readonly onClose: () => void;
  readonly onOpened: (roomId: string) => void;
}

export function NewChatDialog({ onClose, onOpened }: NewChatDialogProps) {
  const { t } = useTranslation();
  // A guest starts nothing.
  const guest = useValue('session', {}).value?.guest === true;
  const offered: readonly NewChatKind[] = guest ? guestKinds : kinds;
  const asked = useAppSelector(({ navigation }) => navigation.newChatOpen);
  const [kind, setKind] = useState<NewChatKind>(
    offered.find((id) => id === asked) ?? (guest ? 'explore' : 'direct'),
  );
  // The arrow keys go on among the kinds.
  const [walked, setWalked] = useState(false);
  const Form = forms[kind];
  const toComposer = useComposerAfterwards();
  return (
    <Dialog
      title={t('newChat.title')}
      isOpen
      onClose={onClose}
      closeLabel={t('app.close')}
      width="wide"
      steady
    >
      <Segmented
        label={t('newChat.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setWalked(true);
        }}
        options={offered.map((id) => ({ id, label: t(`newChat.${id}`) }))}
      />
      <Form
        autoFocus={!walked}
        onClose={onClose}
        onOpened={(roomId) => {
          toComposer();
          onOpened(roomId);
        }}
      />
    </Dialog>
  );
}

export interface FormProps extends NewChatDialogProps {
  /** Whether its first field takes the focus. */
  readonly autoFocus: boolean;
}

function DirectForm({ onOpened, autoFocus }: FormProps) {
  const { t } = useTranslation();
  const create = useCall('createRoom');
  const requestId = useOneRequest();
  const asked = useAppSelector(({ navigation }) => navigation.newChatOpen);
  const picking = usePicking(typeof asked === 'object' ? [asked] : []);
  const [encrypted, setEncrypted] = useState(true);
  const [tried, setTried] = useState(false);
  const there = useChatWith(picking.people[0]?.userId ?? null);
  const submit = async () => {
    setTried(true);
    const people = picking.settle() ?? [];
    if (people.length === 0) return;
    const result = await create.run({
      requestId,
      name: null,
      topic: null,
      direct: true,
      encrypted,
      public: false,
      invite: people.map((person) => person.userId),
    });
    if (result.ok) onOpened(result.output.roomId);
  };
  return (
    <FormFrame
      submitLabel={t(there === null ? 'newChat.start' : 'newChat.open')}
      pending={create.pending}
      onSubmit={submit}
    >
      <PeoplePicker
        single
        offersKnown
        autoFocus={autoFocus}
        label={t('newChat.person')}
        picking={picking}
        error={tried && picking.isEmpty ? t('newChat.personEmpty') : null}
      />
      {there === null ? (
        <EncryptedSwitch encrypted={encrypted} onChange={setEncrypted} />
      ) : (
        <p className={styles.there} role="status">
          <Icon icon={there.encrypted ? Lock : LockOpen} size={12} />
          {t(there.encrypted ? 'newChat.there' : 'newChat.thereOpen', {
            name: isolate(picking.people[0]?.name ?? ''),
          })}
        </p>
      )}
      <AppErrorNote error={create.error} place="createRoom" />
    </FormFrame>
  );
}

/** The chat of two that is there already and would be opened. */
function useChatWith(userId: string | null): { readonly encrypted: boolean } | null {
  const call = useEngineCall();
  const [found, setFound] = useState<{ userId: string; encrypted: boolean } | null>(null);
  useEffect(() => {
    let gone = false;
    if (userId !== null)
      void call('chatWith', { userId }).then((answer) => {
        const chat = answer.ok ? answer.output.chat : null;
        if (!gone) setFound(chat === null ? null : { userId, encrypted: chat.encrypted });
      });
    return () => {
      gone = true;
    };
  }, [call, userId]);
  return found?.userId === userId ? found : null;
}

function RoomForm({ onOpened, autoFocus }: FormProps) {
  const { t } = useTranslation();
  const create = useCall('createRoom');
  const requestId = useOneRequest();
  const [name, setName] = useState('');
  const [topic, setTopic] = useState('');
  const picking = usePicking();
  const tellUninvited = useUninvitedNotice();
  const [open, setOpen] = useState(false);
  // Null: the usual thing, which depends on who may join.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const encrypted = chosen ?? !open;
  const [tried, setTried] = useState(false);
  const nameRef = useRef<HTMLInputElement>(null);
  const into = useIntoSpace();
  const address = usePublicAddress(name);
  const tellListed = useListedNotice();
  const submit = async () => {
    setTried(true);
    if (name.trim() === '') return nameRef.current?.focus();
    if (open && address.alias === null) return;
    const people = picking.settle();
    if (people === null) return;
    const result = await create.run({
      requestId,
      name: name.trim(),
      topic: topic.trim() === '' ? null : topic.trim(),
      direct: false,
      encrypted,
      public: open,
      invite: people.map((person) => person.userId),
      ...(open && { alias: address.alias ?? undefined }),
      ...into.asked,
    });
    if (!result.ok) return;
    await into.put(result.output.roomId, name.trim());
    onOpened(result.output.roomId);
    tellUninvited(result.output.roomId, result.output.uninvited ?? []);
    tellListed(result.output, name.trim(), address);
  };
  return (
    <FormFrame
      submitLabel={t('newChat.create')}
      pending={create.pending || into.pending}
      onSubmit={submit}
    >
      <TextField
        label={t('newChat.name')}
        value={name}
        inputRef={nameRef}
        autoFocus={autoFocus}
        maxLength={255}
        onChange={setName}
        error={tried && name.trim() === '' ? t('newChat.nameEmpty') : null}
      />
      <TextField label={t('newChat.topic')} value={topic} maxLength={1000} onChange={setTopic} />
      <PeoplePicker autoFocus={false} label={t('newChat.people')} picking={picking} />
      <SpaceChoice into={into} />
      <Switch
        label={t('newChat.public')}
        hint={open ? t('newChat.publicHint') : (into.hint ?? t('newChat.privateHint'))}
        isSelected={open}
        onChange={setOpen}
      />
      {open && <AddressField address={address} />}
      <EncryptedSwitch open={open} encrypted={encrypted} onChange={setChosen} />
      <AppErrorNote error={create.error} place="createRoom" />
    </FormFrame>
  );
}

function EncryptedSwitch({
  open = false,
  encrypted,
  onChange,
}: {
  /** Anyone can join. */
  readonly open?: boolean;
  readonly encrypted: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  const onHint = open ? t('newChat.publicEncryptedHint') : t('newChat.encryptedHint');
  return (
    <Switch
      label={t('newChat.encrypted')}
      hint={encrypted ? onHint : t('newChat.notEncryptedHint')}
      isSelected={encrypted}
      onChange={onChange}
    />
  );
}

const forms = {
  direct: DirectForm,
  room: RoomForm,
  space: SpaceForm,
  join: JoinForm,
  explore: Explore,
};
