// Looks a typed e-mail address up at the identity server, when a button is pressed and never while typing; invites it by mail if there is a
// room to invite to.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import identityWords from '#contract/locales/identity.en.json';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './PeoplePicker.module.css';

addWords(identityWords);

export const isEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

export interface ByEmailProps {
  readonly address: string;
  /** Null: people cannot be invited by mail here. */
  readonly roomId: string | null;
  readonly onFound: (person: Person) => void;
  readonly onInvited: () => void;
}

export function ByEmail({ address, roomId, onFound, onInvited }: ByEmailProps) {
  const { t } = useTranslation();
  const { value } = useValue('identity', {});
  const find = useCall('findByEmail');
  const invite = useCall('inviteByEmail');
  const toasts = useToasts();
  /** The address that belongs to no account. */
  const [nobody, setNobody] = useState<string | null>(null);
  if (value === undefined) return null;
  if (value.server === null) return <p className={styles.needed}>{t('identity.needed')}</p>;
  const server = isolate(value.server.replace(/^https:\/\//, ''));
  const look = async (): Promise<void> => {
    const result = await find.run({ address });
    if (!result.ok) return;
    if (result.output.person === null) setNobody(address);
    else onFound(result.output.person);
  };
  const send = async (to: string): Promise<void> => {
    if (!(await invite.run({ roomId: to, address })).ok) return;
    toasts.show({ text: t('identity.invited', { address: isolate(address) }) });
    onInvited();
  };
  const isNobody = nobody === address;
  const mayInvite = isNobody && roomId !== null;
  return (
    <div className={styles.byEmail}>
      {isNobody && <p role="status">{t('identity.nobody', { server })}</p>}
      {/* One button, so that it keeps the focus. */}
      <Button
        pending={find.pending || invite.pending}
        onPress={() => void (mayInvite ? send(roomId) : look())}
      >
        {mayInvite
          ? t('identity.invite')
          : t('identity.look', { server, address: isolate(address) })}
      </Button>
      <AppErrorNote error={find.error ?? invite.error} />
    </div>
  );
}
