// The pictures of a group call: tiles in a grid or one in the spotlight, and the notices beside them.
import { Grid2x2, PanelBottom } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { GestureWords } from '../acts/Gestures';
import type { CallSnapshot } from '../callTypes';
import { GroupTile } from './GroupTile';
import {
  columnsFor,
  narrowColumnsFor,
  peopleIn,
  rowStart,
  spotlightOf,
  tilesOf,
  uprightColumnsFor,
} from './tiles';
import styles from './Grid.module.css';

/** From this number on, connecting each device to every other one slows computers and networks. */
const meshFrom = 6;

/** The most participants whose tiles have room for a large avatar. */
const mostLarge = 4;

export interface GridState {
  readonly layout: Layout;
  readonly pinned: string | null;
  setLayout(layout: Layout): void;
  /** Puts the tile into the spotlight, or takes it out. */
  pin(key: string): void;
}

export function useGrid({ participants }: CallSnapshot): GridState {
  const [layout, setLayout] = useLayout(participants.some(({ screen }) => screen !== null));
  const [pinned, setPinned] = useState<string | null>(null);
  return {
    layout,
    pinned,
    setLayout(next) {
      if (next === 'grid') setPinned(null);
      setLayout(next);
    },
    pin(key) {
      setPinned(pinned === key ? null : key);
      if (pinned !== key) setLayout('spotlight');
    },
  };
}

/** The layout buttons in the footer of the stage. */
export function GridButtons({ grid }: { readonly grid: GridState }) {
  const { t } = useTranslation();
  const { layout, setLayout } = grid;
  return (
    <>
      <IconButton
        label={t('groupCalls.grid')}
        icon={Grid2x2}
        on={layout === 'grid'}
        aria-pressed={layout === 'grid'}
        onPress={() => setLayout('grid')}
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
}

interface GridProps {
  readonly call: CallSnapshot;
  readonly grid: GridState;
}

export function Grid({ call, grid }: GridProps) {
  const { t } = useTranslation();
  const { participants, state, othersLeft, rings } = call;
  return (
    <>
      <GestureWords participants={participants} />
      <Tiles call={call} grid={grid} />
      {participants.length === 1 && state === 'connected' && (
        <p className={styles.hint}>
          {othersLeft
            ? t('groupCalls.othersLeft')
            : t(rings ? 'groupCalls.ringsHint' : 'groupCalls.aloneHint')}
        </p>
      )}
      {participants.length >= meshFrom && (
        <p className={styles.hint}>{t('groupCalls.mesh', { count: peopleIn(participants) })}</p>
      )}
    </>
  );
}

type Layout = 'grid' | 'spotlight';

/** A shared screen moves into the spotlight; afterwards the person's choice holds until the screen ends. */
function useLayout(shared: boolean): [Layout, (layout: Layout) => void] {
  const [wanted, setWanted] = useState<{ layout: Layout; shared: boolean } | null>(null);
  const usual = shared ? 'spotlight' : 'grid';
  const layout = wanted?.shared === shared ? wanted.layout : usual;
  return [layout, (next) => setWanted({ layout: next, shared })];
}

function Tiles({ call, grid }: GridProps) {
  const { layout, pinned, pin: onPin } = grid;
  const { t } = useTranslation();
  const tiles = tilesOf(call);
  const { roomId } = call;
  const main = spotlightOf(tiles, pinned, call.activeSpeaker);
  if (main !== null && layout === 'spotlight' && tiles.length > 1) {
    const rest = tiles.filter(({ key }) => key !== main.key);
    return (
      <div className={styles.spot}>
        <ul className={styles.main} aria-label={t('groupCalls.spotlight')}>
          <GroupTile
            tile={main}
            roomId={roomId}
            large
            pinned={main.key === pinned}
            onPin={() => onPin(main.key)}
          />
        </ul>
        <ul
          className={styles.strip}
          aria-label={t('groupCalls.otherPictures', { count: rest.length })}
        >
          {rest.map((tile) => (
            <GroupTile
              key={tile.key}
              tile={tile}
              roomId={roomId}
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
      <ul className={styles.grid} aria-label={t('groupCalls.pictures', { count: tiles.length })}>
        {tiles.map((tile, index) => (
          <GroupTile
            key={tile.key}
            tile={tile}
            roomId={roomId}
            large={tiles.length <= mostLarge}
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
    '--upright-columns': uprightColumnsFor(count),
    '--upright-rows': Math.ceil(count / uprightColumnsFor(count)),
    '--narrow-columns': narrowColumnsFor(count),
    '--narrow-rows': Math.ceil(count / narrowColumnsFor(count)),
  }) as CSSProperties;

const placeOf = (index: number, count: number) =>
  ({
    '--start': rowStart(index, count, columnsFor(count)),
    '--upright-start': rowStart(index, count, uprightColumnsFor(count)),
    '--narrow-start': rowStart(index, count, narrowColumnsFor(count)),
  }) as CSSProperties;
