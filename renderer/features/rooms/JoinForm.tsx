// Joining a room by its address; where the room lets nobody in unasked, asking to be let in.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote, errorText } from '#app/errors';
import { useCall } from '#app/hooks';
import { TextField } from '#ui/controls/TextField';
import { roomAddress, type RoomAddress } from '#app/places/links';
import { AskField, mayAsk, useAsking } from '../explore';
import { FormFrame } from './FormFrame';
import styles from './NewChat.module.css';

export interface JoinFormProps {
  readonly onOpened: (roomId: string) => void;
  readonly autoFocus: boolean;
}

export function JoinForm({ onOpened, autoFocus }: JoinFormProps) {
  const { t } = useTranslation();
  const join = useCall('joinRoom');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  /** The text whose room was asked for: what is told of it goes with the next letter. */
  const [asked, setAsked] = useState('');
  const address = roomAddress(text);
  const error = asked === text ? join.error : null;
  // It stands at the name that may be misspelt.
  const unreached = error?.code === 'other_server' ? errorText(t, error) : null;
  if (address !== null && mayAsk(error)) return <AskForm address={address} onOpened={onOpened} />;
  const submit = async () => {
    setTried(true);
    setAsked(text);
    if (address === null) return;
    const result = await join.run(address);
    if (result.ok) onOpened(result.output.roomId);
  };
  return (
    <FormFrame submitLabel={t('newChat.joinRoom')} pending={join.pending} onSubmit={submit}>
      <TextField
        label={t('newChat.address')}
        hint={t('newChat.addressHint')}
        value={text}
        autoFocus={autoFocus}
        spellCheck="false"
        maxLength={2000}
        onChange={setText}
        error={tried && address === null ? t('newChat.addressBad') : unreached}
      />
      <AppErrorNote
        error={unreached === null && address !== null ? error : null}
        place="joinRoom"
      />
    </FormFrame>
  );
}

function AskForm({
  address,
  onOpened,
}: Omit<JoinFormProps, 'autoFocus'> & { readonly address: RoomAddress }) {
  const { t } = useTranslation();
  const asking = useAsking(address);
  const submit = async () => {
    const roomId = await asking.ask();
    if (roomId !== null) onOpened(roomId);
  };
  return (
    <FormFrame submitLabel={t('newChat.ask')} pending={asking.pending} onSubmit={submit}>
      <p className={styles.text} role="status">
        {t('newChat.askText', { room: address.roomIdOrAlias })}
      </p>
      <AskField asking={asking} autoFocus />
    </FormFrame>
  );
}
