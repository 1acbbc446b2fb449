// The row of one public room: its summary and the acts for it.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { PublicRoom } from '#contract/areas/rooms/directoryModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { mayAsk } from './Asking';
import { AskToJoin } from './AskToJoin';
import styles from './Explore.module.css';

export interface ExploreRowProps {
  readonly room: PublicRoom;
  /** Called when a guest presses an act that needs an account; null for all others. */
  readonly onAccount: (() => void) | null;
  readonly onOpened: (roomId: string) => void;
  readonly onLook: () => void;
}

export function ExploreRow({ room, onAccount, onOpened, onLook }: ExploreRowProps) {
  const { t } = useTranslation();
  const { name, alias, topic, joinedCount } = room;
  const about = [
    room.isSpace ? t('explore.space') : null,
    t('explore.people', { count: joinedCount }),
    alias === name || alias === null ? null : isolate(alias),
  ];
  const look =
    room.readable && room.membership !== 'join' ? (
      <Button variant="text" aria-label={t('explore.lookNamed', { name })} onPress={onLook}>
        {t('explore.look')}
      </Button>
    ) : null;
  return (
    <li className={styles.row}>
      <MediaAvatar id={room.roomId} name={name} avatar={room.avatar} size={36} />
      <div className={styles.words}>
        <div className={styles.name} title={name}>
          <Name cut>{name}</Name>
        </div>
        <div className={styles.about} title={alias ?? undefined}>
          {about.filter((part) => part !== null).join(' · ')}
        </div>
        {topic !== null && topic !== '' && (
          <div className={styles.topic} dir="auto" title={topic}>
            {topic}
          </div>
        )}
      </div>
      <Act {...{ room, onAccount, onOpened, look }} />
    </li>
  );
}

const takesRequests = (rule: string): boolean => rule === 'knock' || rule === 'knock_restricted';

type ActProps = Pick<ExploreRowProps, 'room' | 'onAccount' | 'onOpened'> & {
  readonly look: ReactNode;
};

/** The button to open, join or knock; if the room cannot be entered, the reason. */
function Act({ room, onAccount, onOpened, look }: ActProps) {
  const { t } = useTranslation();
  const { roomId, name, membership, joinRule, takesGuests } = room;
  const asks = takesRequests(joinRule);
  if (membership === 'join' || membership === 'invite')
    return (
      <Acts look={look}>
        <Button aria-label={t('explore.openNamed', { name })} onPress={() => onOpened(roomId)}>
          {t('explore.open')}
        </Button>
      </Acts>
    );
  if (!asks && (joinRule === 'invite' || joinRule === 'private'))
    return (
      <Acts look={look}>
        <span className={styles.meta}>{t('explore.invited')}</span>
      </Acts>
    );
  if (onAccount !== null && (asks || !takesGuests))
    return (
      <Acts look={look}>
        <Button aria-label={t('explore.accountNamed', { name })} onPress={onAccount}>
          {t('explore.account')}
        </Button>
      </Acts>
    );
  return asks ? <Ask {...{ room, look }} /> : <Join {...{ room, onOpened, look }} />;
}

interface ActsProps {
  readonly look: ReactNode;
  readonly failure?: ReactNode;
  readonly children: ReactNode;
}

/** The buttons at the end of the row; an error is shown below them, so that they keep their place. */
const Acts = ({ look, failure, children }: ActsProps) => (
  <>
    <div className={styles.acts}>
      {look}
      {children}
    </div>
    {failure !== undefined && <div className={styles.failure}>{failure}</div>}
  </>
);

const addressOf = ({ roomId, via }: PublicRoom) => ({ roomIdOrAlias: roomId, via: [...via] });

function Join({ room, onOpened, look }: Omit<ActProps, 'onAccount'>) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('joinRoom');
  const join = async (): Promise<void> => {
    const result = await run(addressOf(room));
    if (result.ok) onOpened(result.output.roomId);
  };
  if (mayAsk(error)) return <Ask {...{ room, look }} autoFocus />;
  return (
    <Acts look={look} failure={<AppErrorNote error={error} place="joinRoom" />}>
      <Button
        aria-label={t('explore.joinNamed', { name: room.name })}
        pending={pending}
        onPress={() => void join()}
      >
        {t('explore.join')}
      </Button>
    </Acts>
  );
}

const Ask = ({ room, look, autoFocus = false }: AskProps) => (
  <Acts look={look}>
    <AskToJoin room={room} autoFocus={autoFocus} />
  </Acts>
);

type AskProps = Pick<ActProps, 'room' | 'look'> & { readonly autoFocus?: boolean };
