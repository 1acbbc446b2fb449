// A new space: its name, and whether anybody can come in. Its rooms are added on its page.
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { FormFrame } from '../FormFrame';
import type { FormProps } from '../NewChatDialog';
import { SpaceChoice, useIntoSpace } from './intoSpace';
import { AddressField, useListedNotice, usePublicAddress } from '../PublicAddress';
import { useOneRequest } from '../useOneRequest';

export function SpaceForm({ onOpened, autoFocus }: FormProps) {
  const { t } = useTranslation();
  const create = useCall('createRoom');
  const requestId = useOneRequest();
  const [name, setName] = useState('');
  const [topic, setTopic] = useState('');
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const into = useIntoSpace();
  const address = usePublicAddress(name);
  const tellListed = useListedNotice();
  const submit = async () => {
    setTried(true);
    if (name.trim() === '') return field.current?.focus();
    if (open && address.alias === null) return;
    const result = await create.run({
      requestId,
      name: name.trim(),
      topic: topic.trim() === '' ? null : topic.trim(),
      ...{ direct: false, encrypted: false, public: open, space: true, invite: [] },
      ...(open && { alias: address.alias ?? undefined }),
      ...into.asked,
    });
    if (!result.ok) return;
    await into.put(result.output.roomId, name.trim());
    onOpened(result.output.roomId);
    tellListed(result.output, name.trim(), address);
  };
  return (
    <FormFrame
      submitLabel={t('spaces.create')}
      pending={create.pending || into.pending}
      onSubmit={submit}
    >
      <p>{t('spaces.hint')}</p>
      <TextField
        label={t('spaces.name')}
        value={name}
        inputRef={field}
        autoFocus={autoFocus}
        maxLength={255}
        onChange={setName}
        error={tried && name.trim() === '' ? t('spaces.nameEmpty') : null}
      />
      <TextField label={t('newChat.topic')} value={topic} maxLength={1000} onChange={setTopic} />
      <SpaceChoice into={into} />
      <Switch
        label={t('newChat.public')}
        hint={open ? t('spaces.publicHint') : (into.hint ?? t('spaces.privateHint'))}
        isSelected={open}
        onChange={setOpen}
      />
      {open && <AddressField address={address} />}
      <AppErrorNote error={create.error} place="createRoom" />
    </FormFrame>
  );
}
