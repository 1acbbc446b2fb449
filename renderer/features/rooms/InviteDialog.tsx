// Invites people to a room.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { uninvitedOf } from '#app/uninvited';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { Dialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';
import type { RoomDialogProps } from './LeaveDialog';
import { PeoplePicker, usePicking } from '../people';
import styles from './NewChat.module.css';

export function InviteDialog({ room, onClose }: RoomDialogProps) {
  const { t } = useTranslation();
  const invite = useCall('invite');
  const toasts = useToasts();
  const picking = usePicking();
  const [words, setWords] = useState('');
  const send = async () => {
    const people = picking.settle();
    if (people === null) return;
    const userIds = people.map((person) => person.userId);
    const said = words.trim();
    const invitation = { roomId: room.roomId, userIds };
    const result = await invite.run(said === '' ? invitation : { ...invitation, reason: said });
    const left = result.ok ? [] : uninvitedOf(result.error.data);
    // Those who were not invited stay picked: the same press tries it again.
    if (left.length > 0)
      picking.setPeople(people.filter(({ userId }) => left.some((one) => one.userId === userId)));
    const count = userIds.length - left.length;
    if ((result.ok || left.length > 0) && count > 0)
      toasts.show({ text: t('invite.sent', { count }) });
    if (result.ok) onClose();
  };
  return (
    <Dialog
      title={t('invite.peopleTitle', { name: room.name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            pending={invite.pending}
            isDisabled={picking.isEmpty}
            onPress={() => void send()}
          >
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <PeoplePicker
        label={t('newChat.people')}
        picking={picking}
        byEmail={{
          roomId: room.roomId,
          // A mail carries no words, so these wait for others.
          onInvited: () => {
            if (words.trim() === '') onClose();
          },
        }}
      />
      <div className={styles.form}>
        <TextField
          label={t('members.inviteWords')}
          hint={t('members.inviteWordsHint')}
          value={words}
          maxLength={500}
          onChange={setWords}
        />
      </div>
      <AppErrorNote error={invite.error} />
    </Dialog>
  );
}
