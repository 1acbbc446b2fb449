// The stage of a group call: tiles in a grid or one in the spotlight, and the controls.
import { Grid2x2, PanelBottom } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { IconButton } from '#ui/IconButton';
import { SharingBar } from '../share/SharingBar';
import { Stage, StageNotice } from '../stage/Stage';
import { useGroupCenter } from './context';
import { GestureWords } from './Gestures';
import { GroupControls } from './GroupControls';
import { GroupTile } from './GroupTile';
import type { GroupSnapshot } from './groupTypes';
import { noticeWords } from './noticeWords';
import { columnsFor, narrowColumnsFor, peopleIn, rowStart, spotlightOf, tilesOf } from './tiles';
import styles from './GroupView.module.css';

/** From here on everybody's computer and line feel the mesh. */
const meshFrom = 6;

export interface GroupViewProps {
  readonly call: GroupSnapshot;
  /** What is written in the room; null: nothing. */
  readonly chat: ReactNode;
  /** More people into the room, who may join then; null: one may not. */
  readonly onInvite: (() => void) | null;
}

export function GroupView({ call, chat, onInvite }: GroupViewProps) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const { participants, roomName, notice } = call;
  const shared = participants.some(({ screen }) => screen !== null);
  const [layout, setLayout] = useLayout(shared);
  const [pinned, setPinned] = useState<string | null>(null);
  const session = center?.session() ?? null;
  const { value: room } = useValue('room', { roomId: call.roomId });
  const people = peopleIn(participants);
  const hands = peopleIn(participants.filter(({ handRaised }) => handRaised));
  const pin = (key: string): void => {
    setPinned(pinned === key ? null : key);
    if (pinned !== key) setLayout('spotlight');
  };
  const layouts = (
    <>
      <IconButton
        label={t('groupCalls.grid')}
        icon={Grid2x2}
        on={layout === 'grid'}
        aria-pressed={layout === 'grid'}
        onPress={() => {
          setPinned(null);
          setLayout('grid');
        }}
      />
      <IconButton
        label={t('groupCalls.spotlight')}
        icon={PanelBottom}
        on={layout === 'spotlight'}
        aria-pressed={layout === 'spotlight'}
        onPress={() => setLayout('spotlight')}
      />
    </>
  );
  return (
    <Stage
      callId={call.groupCallId}
      label={t('groupCalls.stage', { name: roomName })}
      title={roomName}
      avatar={
        <MediaAvatar id={call.roomId} name={roomName} avatar={room?.avatar ?? null} size={24} />
      }
      count={[
        t('groupCalls.people', { count: people }),
        ...(hands === 0 ? [] : [t('groupCalls.hands', { count: hands })]),
      ].join(', ')}
      onInvite={onInvite}
      sinceMs={call.enteredMs}
      encrypted={call.encrypted}
      controls={<GroupControls call={call} />}
      layouts={layouts}
      lines={linesOf(call)}
      chat={chat}
      onSmall={() => center?.setOpen(false)}
    >
      {call.sharing !== null && <SharingBar sharing={call.sharing} acts={session} />}
      <GestureWords participants={participants} />
      <Tiles call={call} layout={layout} pinned={pinned} onPin={pin} />
      {participants.length === 1 && call.state === 'entered' && (
        <p className={styles.hint}>{t('groupCalls.aloneHint')}</p>
      )}
      {participants.length >= meshFrom && (
        <p className={styles.hint}>{t('groupCalls.mesh', { count: people })}</p>
      )}
      {notice !== null && (
        <StageNotice {...noticeWords(t, notice)} onDismiss={() => session?.dismissNotice()} />
      )}
    </Stage>
  );
}

type Layout = 'grid' | 'spotlight';

/** A screen comes into the spotlight; from then on as the person wants it, until it goes. */
function useLayout(shared: boolean): [Layout, (layout: Layout) => void] {
  const [wanted, setWanted] = useState<{ layout: Layout; shared: boolean } | null>(null);
  const usual = shared ? 'spotlight' : 'grid';
  const layout = wanted?.shared === shared ? wanted.layout : usual;
  return [layout, (next) => setWanted({ layout: next, shared })];
}

const linesOf = ({ participants }: GroupSnapshot) =>
  participants.flatMap(({ key, name, connection }) =>
    connection === null ? [] : [{ key, name, connection }],
  );

interface TilesProps {
  readonly call: GroupSnapshot;
  readonly layout: Layout;
  readonly pinned: string | null;
  readonly onPin: (key: string) => void;
}

function Tiles({ call, layout, pinned, onPin }: TilesProps) {
  const { t } = useTranslation();
  const tiles = tilesOf(call);
  const label = t('groupCalls.people', { count: tiles.length });
  const main = spotlightOf(tiles, pinned, call.activeSpeaker);
  if (main !== null && layout === 'spotlight' && tiles.length > 1) {
    const rest = tiles.filter(({ key }) => key !== main.key);
    return (
      <div className={styles.spot}>
        <ul className={styles.main} aria-label={t('groupCalls.spotlight')}>
          <GroupTile tile={main} pinned={main.key === pinned} onPin={() => onPin(main.key)} />
        </ul>
        <ul className={styles.strip} aria-label={label}>
          {rest.map((tile) => (
            <GroupTile
              key={tile.key}
              tile={tile}
              small
              pinned={tile.key === pinned}
              onPin={() => onPin(tile.key)}
            />
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className={styles.room} style={columnsOf(tiles.length)}>
      <ul className={styles.grid} aria-label={label}>
        {tiles.map((tile, index) => (
          <GroupTile
            key={tile.key}
            tile={tile}
            style={placeOf(index, tiles.length)}
            pinned={tile.key === pinned}
            onPin={() => onPin(tile.key)}
          />
        ))}
      </ul>
    </div>
  );
}

const columnsOf = (count: number) =>
  ({
    '--wide-columns': columnsFor(count),
    '--wide-rows': Math.ceil(count / columnsFor(count)),
    '--narrow-columns': narrowColumnsFor(count),
    '--narrow-rows': Math.ceil(count / narrowColumnsFor(count)),
  }) as CSSProperties;

const placeOf = (index: number, count: number) =>
  ({
    '--start': rowStart(index, count, columnsFor(count)),
    '--narrow-start': rowStart(index, count, narrowColumnsFor(count)),
  }) as CSSProperties;
