// The lines of a room that moved to another version: where it went on, where it comes from, and who of its people is not here yet.
import { X } from 'lucide-react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/moved.en.json';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useSetting, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { roomLinked } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { isolate } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import { Unsent } from './Unsent';
import styles from './Moved.module.css';

addWords(words);

export interface MovedLineProps {
  readonly line: 'moved' | 'continued' | 'leftBehind';
  readonly room: RoomHeader;
}

export function MovedLine({ line, room }: MovedLineProps) {
  const Line = { moved: Moved, continued: Continued, leftBehind: LeftBehind }[line];
  return <Line room={room} />;
}

/** The line at the end of a room that has moved. */
function Moved({ room }: { readonly room: RoomHeader }) {
  const { replacementRoomId: roomId, replacementVia: via } = room;
  if (roomId === null) return null;
  return (
    <>
      <div className={styles.words}>
        <Unsent roomId={room.roomId} />
      </div>
      <ToReplacement roomId={roomId} via={via} />
    </>
  );
}

/** Opening the new room joins it. Where that fails, its page offers it again, and other ways in. */
function ToReplacement({ roomId, via }: { readonly roomId: string; readonly via: string[] }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const join = useCall('joinRoom');
  const isIn = useValue('room', { roomId }).value?.membership === 'join';
  const open = async (): Promise<void> => {
    const joined = isIn ? null : await join.run({ roomIdOrAlias: roomId, via });
    if (joined !== null && !joined.ok) tellFailure(joined.error, 'joinRoom');
    dispatch(roomLinked({ roomId, alias: null, via, eventId: null }));
  };
  return (
    <div className={styles.end}>
      <span>{t('room.upgraded')}</span>
      <Button variant="primary" pending={join.pending} onPress={() => void open()}>
        {t('room.openReplacement')}
      </Button>
    </div>
  );
}

/** The way back, at the beginning of a room that continues another one. */
function Continued({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { predecessorRoomId: roomId } = room;
  if (roomId === null) return null;
  return (
    <p className={styles.continued}>
      {t('room.continued')}{' '}
      <Button
        size="s"
        variant="text"
        onPress={() => dispatch(roomLinked({ roomId, alias: null, via: [], eventId: null }))}
      >
        {t('room.openPredecessor')}
      </Button>
    </p>
  );
}

/** The rooms whose line was closed. */
const closedSetting = 'leftBehind.closed';

/** The line above such a room while people of the older one need an invitation, until it is closed. */
function LeftBehind({ room }: { readonly room: RoomHeader }) {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const invite = useCall('inviteLeftBehind');
  const call = useEngineCall();
  const saved = useSetting(closedSetting);
  const closed: readonly unknown[] = Array.isArray(saved) ? saved : [];
  const { names, count } = room.leftBehind ?? { names: [], count: 0 };
  if (closed.includes(room.roomId) || count === 0) return null;
  const others = count - names.length;
  const all = names.map(isolate);
  if (others > 0) all.push(t('room.leftBehindOthers', { count: others }));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(all);
  const text = t('room.leftBehind', { count, list });
  const close = (): void => {
    const value = [...closed.filter((one) => typeof one === 'string'), room.roomId];
    void call('setSetting', { name: closedSetting, value });
  };
  const inviteAll = async (): Promise<void> => {
    const result = await invite.run({ roomId: room.roomId });
    if (!result.ok) return;
    const { invited, refused } = result.output;
    const told = [t('room.leftBehindInvited', { count: invited })];
    if (refused > 0) told.push(t('room.leftBehindRefused', { count: refused }));
    toasts.show({ text: told.join(' ') });
  };
  return (
    <section className={styles.moved} aria-label={text}>
      <div>
        <p>{text}</p>
        <AppErrorNote error={invite.error} />
      </div>
      <Button size="s" pending={invite.pending} onPress={() => void inviteAll()}>
        {t('room.inviteLeftBehind')}
      </Button>
      <IconButton size="s" label={t('room.leftBehindClose')} icon={X} onPress={close} />
    </section>
  );
}
