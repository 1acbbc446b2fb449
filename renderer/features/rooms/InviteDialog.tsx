// Invites people to a room.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { Dialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';
import type { RoomDialogProps } from './LeaveDialog';
import { PeoplePicker } from '../people';
import styles from './NewChat.module.css';

export function InviteDialog({ room, onClose }: RoomDialogProps) {
  const { t } = useTranslation();
  const invite = useCall('invite');
  const toasts = useToasts();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [words, setWords] = useState('');
  const send = async () => {
    const userIds = people.map((person) => person.userId);
    const said = words.trim();
    const invitation = { roomId: room.roomId, userIds };
    const result = await invite.run(said === '' ? invitation : { ...invitation, reason: said });
    if (!result.ok) return;
    toasts.show({ text: t('invite.sent', { count: userIds.length }) });
    onClose();
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
            isDisabled={people.length === 0}
            onPress={() => void send()}
          >
            {t('invite.send')}
          </Button>
        </>
      }
    >
      <PeoplePicker
        label={t('newChat.people')}
        picked={people}
        onChange={setPeople}
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
