// The page of a room that a link points to and that this account has not joined: shows the server's summary, and joins the room or knocks.
import { DoorOpen, Hourglass, LockOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomSummary } from '#contract/areas/rooms/roomsModels';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { Waiting } from '#ui/layout/Spinner';
import { AskField, PeekPane, takesRequests, useAsking } from '../../explore';
import { LinkedText } from '../../timeline';
import styles from '../RoomPane.module.css';

/** The join rule of a refusal is more exact than that of the summary: restricted rooms are open to some people only. */
const ruleOf = (summary: RoomSummary | null, refusal: AppError | null): unknown =>
  refusal?.code === 'forbidden' ? refusal.data?.['joinRule'] : summary?.joinRule;

export interface ToldRoom extends Pick<RoomSummary, 'name' | 'avatar'> {
  /** The number of people while one reads along; otherwise the page says it. */
  readonly people: number | null;
}

interface UnknownRoomProps {
  readonly roomId: string;
  /** Called with the server's summary, for the header of the room. */
  readonly onTold: (room: ToldRoom) => void;
}

export function UnknownRoom({ roomId, onTold }: UnknownRoomProps) {
  const { t } = useTranslation();
  const linked = useAppSelector((state) => state.navigation.linked);
  const ask = useCall('roomSummary');
  const join = useCall('joinRoom');
  const pointed = linked?.roomId === roomId ? linked : null;
  const alias = pointed?.alias ?? null;
  const address = { roomIdOrAlias: roomId, via: [...(pointed?.via ?? [])] };
  const asking = useAsking(address);
  /** Undefined until the server has answered: there are no buttons before. */
  const [summary, setSummary] = useState<RoomSummary | null>();
  const [joined, setJoined] = useState(false);
  const [looking, setLooking] = useState(pointed?.inside === true);
  useEffect(() => {
    void ask.run(address).then((told) => {
      const known = told.ok ? told.output.summary : null;
      setSummary(known);
      if (known !== null) onTold({ name: known.name, avatar: known.avatar, people: null });
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each room; the page is keyed by it
  }, []);
  const enter = async () => setJoined((await join.run(address)).ok);
  if (joined) return <EmptyState icon={Hourglass} title={t('room.arriving')} />;
  if (summary === undefined) return <Waiting label={t('room.unknownLoading')} />;

  const rule = ruleOf(summary, join.error);
  const unreached = ask.error?.code === 'other_server' ? ask.error : null;
  const errors = (
    <>
      <AppErrorNote error={join.error ?? unreached} place="joinRoom" />
    </>
  );
  const asks = takesRequests(rule);
  const act = asks ? (
    <form
      noValidate
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        if (!asking.pending) void asking.ask();
      }}
    >
      <AskField asking={asking} />
      <Button type="submit" variant="primary" size="l" pending={asking.pending}>
        {t('room.askToJoin')}
      </Button>
    </form>
  ) : (
    <Button variant="primary" size="l" pending={join.pending} onPress={() => void enter()}>
      {t('room.join')}
    </Button>
  );
  if (summary === null)
    return (
      <EmptyState icon={DoorOpen} title={t('room.unknownTitle')} text={t('room.unknownText')}>
        <Name className={styles.address}>{alias ?? roomId}</Name>
        {act}
        {errors}
      </EmptyState>
    );
  if (looking && summary.readable)
    return (
      <PeekPane
        roomId={summary.roomId}
        onPeople={(people) => onTold({ name: summary.name, avatar: summary.avatar, people })}
        act={
          <>
            {act}
            {errors}
          </>
        }
      />
    );
  const name = summary.name ?? alias ?? roomId;
  return (
    <div className={styles.summary}>
      <MediaAvatar id={roomId} name={name} avatar={summary.avatar} size={72} />
      <h2>
        <Name>{name}</Name>
      </h2>
      {alias !== null && alias !== name && <Name className={styles.address}>{alias}</Name>}
      {summary.topic !== null && (
        <p dir="auto">
          <LinkedText text={summary.topic} />
        </p>
      )}
      <p>
        {summary.isSpace && `${t('space.subspace')} · `}
        {t('space.people', { count: summary.joinedCount })}
      </p>
      {!summary.encrypted && summary.joinRule !== 'public' && (
        <p>
          <Icon icon={LockOpen} /> {t('room.notEncrypted')}
        </p>
      )}
      {/* Only the server knows whether it would let this account in, so the button is offered all the same. */}
      {rule === 'invite' && <p>{t('room.byInvitation')}</p>}
      {errors}
      {asks && act}
      <div className={styles.summaryActs}>
        {summary.readable && (
          <Button size="l" onPress={() => setLooking(true)}>
            {t('room.look')}
          </Button>
        )}
        {!asks && act}
      </div>
    </div>
  );
}
