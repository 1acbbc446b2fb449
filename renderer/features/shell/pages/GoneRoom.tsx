// A room that this account left or was removed from: what this computer saved of it, to be read, and below it by whom and why.
import { serverNameOf } from '#contract/plainNames';
import clsx from 'clsx';
import { DoorOpen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/gone.en.json';
import type { Departure } from '#contract/areas/rooms/departureModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { addWords } from '#app/i18n';
import { roomClosed } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { AskField, mayAsk, useAsking } from '../../explore';
import { RoomTimeline } from '../../timeline';
import { Unsent } from './Unsent';
import styles from './GoneRoom.module.css';

addWords(words);

/** This account was not in the room then, but perhaps before. */
const neverIn: ReadonlySet<Departure['how']> = new Set([
  ...(['declined', 'withdrawn', 'refused', 'unasked'] as const),
]);
/** Somebody who is banned may have been in it, or only have asked. */
const mayNeverBeIn: ReadonlySet<Departure['how']> = new Set([...neverIn, 'banned']);

const untold: Departure = { how: 'unknown', by: null, listed: false };

/** The server of who did it knows the room, also where this account's own has forgotten it. */
const viaOf = ({ by }: Departure): string[] => {
  const server = serverNameOf(by?.userId ?? '');
  return server === '' ? [] : [server];
};

/** How one comes in by the rule that the server tells now: where it does not, as far as this computer knows. */
function useEntry(roomId: string, departure: Departure): Departure['entry'] {
  const call = useEngineCall();
  const [rule, setRule] = useState<string>();
  const { how, entry } = departure;
  const [via] = viaOf(departure);
  useEffect(() => {
    if (how === 'banned') return;
    const address = { roomIdOrAlias: roomId, via: via === undefined ? [] : [via] };
    void call('roomSummary', address).then((told) => {
      if (told.ok) setRule(told.output.summary?.joinRule);
    });
  }, [call, roomId, how, via]);
  if (rule === undefined) return entry;
  if (rule === 'knock') return 'ask';
  return rule === 'invite' || rule === 'private' ? 'invite' : undefined;
}

interface GoneRoomProps {
  readonly room: RoomHeader;
  /** Asks whether it is removed from this computer. */
  readonly onForget: () => void;
}

export function GoneRoom({ room, onForget }: GoneRoomProps) {
  const { roomId, departure = untold } = room;
  const conversation = useMemo(() => ({ roomId, threadId: null }), [roomId]);
  const call = useEngineCall();
  const { hasNew } = room;
  useEffect(() => {
    if (hasNew) void call('setRoomRead', { roomId, read: true });
  }, [call, roomId, hasNew]);
  const isReadable = !room.isSpace && (room.wasHere === true || !mayNeverBeIn.has(departure.how));
  return (
    <>
      {isReadable && <RoomTimeline conversation={conversation} past />}
      <Note key={roomId} {...{ room, departure, isReadable, onForget }} />
    </>
  );
}

interface NoteProps extends GoneRoomProps {
  readonly departure: Departure;
  /** The messages stand above. */
  readonly isReadable: boolean;
}

function Note({ room, departure, isReadable, onForget }: NoteProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const place = useRef<HTMLElement>(null);
  // The field that had the focus is gone with the room.
  useFocusIfLost(place);
  const { roomId } = room;
  const { how, by, reason, listed } = departure;
  const entry = useEntry(roomId, departure);
  const join = useCall('joinRoom');
  const address = { roomIdOrAlias: roomId, via: viaOf(departure) };
  const request = useAsking(address);
  const needsInvitation = how !== 'banned' && entry === 'invite';
  // Into some rooms that take requests others come without one: there a refusal leaves the request.
  const mustAsk = mayAsk(join.error);
  const asks = entry === 'ask' || how === 'refused' || mustAsk;
  const mayEnter = how !== 'banned' && entry !== 'invite';
  const way =
    (needsInvitation && t('gone.byInvitation')) ||
    ((mustAsk || (how === 'unbanned' && asks)) && t('gone.byAsking'));
  const act = neverIn.has(how) ? 'room.join' : 'gone.join';
  const asking = how === 'refused' ? 'gone.askAgain' : 'room.askToJoin';
  const told = t(`gone.how.${how}`, {
    name: by?.name ?? '',
    ...(room.isSpace && { context: 'space' }),
  });
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={told}
      className={clsx(styles.note, !isReadable && styles.alone)}
    >
      {!isReadable && (
        <>
          <MediaAvatar id={roomId} name={room.name} avatar={room.avatar} size={72} />
          <h2 className={styles.name}>
            <Name>{room.name}</Name>
          </h2>
        </>
      )}
      <p className={styles.how} role="status">
        <Icon icon={DoorOpen} /> {told}
      </p>
      {reason !== undefined && (
        <blockquote className={styles.reason} dir="auto">
          {reason}
        </blockquote>
      )}
      {(isReadable || way !== false) && (
        <p className={styles.text}>
          {[isReadable && t(listed ? 'gone.listed' : 'gone.saved'), way]
            .filter((part) => part !== false)
            .join(' ')}
        </p>
      )}
      <Unsent roomId={roomId} />
      <AppErrorNote error={asks ? null : join.error} place="joinRoom" />
      <form
        noValidate
        className={styles.ways}
        onSubmit={(event) => {
          event.preventDefault();
          if (!request.pending && !join.pending) void (asks ? request.ask() : join.run(address));
        }}
      >
        {mayEnter && asks && <AskField className={styles.words} asking={request} />}
        <div className={styles.acts}>
          {mayEnter && (
            <Button type="submit" variant="primary" pending={join.pending || request.pending}>
              {t(asks ? asking : act)}
            </Button>
          )}
          <Button onPress={onForget}>{t('room.forget')}</Button>
          <Button onPress={() => dispatch(roomClosed())}>{t('app.close')}</Button>
        </div>
      </form>
    </section>
  );
}
