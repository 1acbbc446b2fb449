// The stage of a group call: tiles in a grid or one in the spotlight, and the controls. Always dark.
import { Activity, Grid2x2, Lock, MessageCircle, PanelBottom } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../../ui/Bar';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { Name } from '../../../ui/Name';
import { SharingBar } from '../share/SharingBar';
import { useCallTime } from '../useCallTime';
import { useGroupCenter } from './context';
import { GroupControls } from './GroupControls';
import { GroupTile } from './GroupTile';
import type { GroupSnapshot } from './groupTypes';
import { noticeWords } from './noticeWords';
import { columnsFor, spotlightOf, tilesOf } from './tiles';
import styles from './GroupView.module.css';

/** With what draws the graphs. */
const QualityPanel = lazy(async () => {
  const { QualityPanel: panel } = await import('../quality/QualityPanel');
  return { default: panel };
});

/** From here on everybody's computer and line feel the mesh. */
const meshFrom = 6;

export function GroupView({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const [layout, setLayout] = useState<'grid' | 'spotlight'>('grid');
  const [pinned, setPinned] = useState<string | null>(null);
  const [quality, setQuality] = useState(false);
  const { participants, roomName, notice } = call;
  const people = new Set(participants.map(({ userId }) => userId)).size;
  const pin = (key: string): void => {
    setPinned(pinned === key ? null : key);
    if (pinned !== key) setLayout('spotlight');
  };
  return (
    <div className={styles.pane}>
      <main className={styles.stage} aria-label={t('groupCalls.stage', { name: roomName })}>
        <Bar className={styles.bar}>
          <h1 className={styles.name}>
            <Name cut>{roomName}</Name>
          </h1>
          <span className={styles.count}>{t('groupCalls.people', { count: people })}</span>
        </Bar>
        {call.sharing !== null && <SharingBar sharing={call.sharing} />}
        <Tiles call={call} layout={layout} pinned={pinned} onPin={pin} />
        {participants.length >= meshFrom && (
          <p className={styles.hint}>{t('groupCalls.mesh', { count: people })}</p>
        )}
        {notice !== null && (
          <div className={styles.notice} role="alert">
            <span>
              <b>{noticeWords(t, notice).what}</b> {noticeWords(t, notice).remedy}
            </span>
            <Button size="s" onPress={() => center?.session()?.dismissNotice()}>
              {t('calls.understood')}
            </Button>
          </div>
        )}
        <div className={styles.foot}>
          <Clock enteredMs={call.enteredMs} />
          <GroupControls call={call} />
          <div className={styles.right}>
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
            <IconButton
              label={t('groupCalls.showChat')}
              icon={MessageCircle}
              onPress={() => center?.setOpen(false)}
            />
            <IconButton
              label={t('groupCalls.quality')}
              icon={Activity}
              on={quality}
              aria-pressed={quality}
              onPress={() => setQuality(!quality)}
            />
          </div>
        </div>
      </main>
      {quality && (
        <Suspense fallback={null}>
          <QualityPanel lines={linesOf(call)} onClose={() => setQuality(false)} />
        </Suspense>
      )}
    </div>
  );
}

const linesOf = ({ participants }: GroupSnapshot) =>
  participants.flatMap(({ key, name, connection }) =>
    connection === null ? [] : [{ key, name, connection }],
  );

function Clock({ enteredMs }: { readonly enteredMs: number | null }) {
  const { t } = useTranslation();
  const time = useCallTime(enteredMs);
  return (
    <div className={styles.time}>
      <span className={styles.clock} role="timer" aria-label={t('calls.duration')}>
        {time ?? ''}
      </span>
      <span className={styles.lock}>
        <Icon icon={Lock} size={12} />
        {t('groupCalls.encrypted')}
      </span>
    </div>
  );
}

interface TilesProps {
  readonly call: GroupSnapshot;
  readonly layout: 'grid' | 'spotlight';
  readonly pinned: string | null;
  readonly onPin: (key: string) => void;
}

function Tiles({ call, layout, pinned, onPin }: TilesProps) {
  const { t } = useTranslation();
  const tiles = tilesOf(call);
  const label = t('groupCalls.people', { count: tiles.length });
  const shared = tiles.some(({ kind }) => kind === 'screen');
  const main = spotlightOf(tiles, pinned, call.activeSpeaker);
  if (main !== null && (layout === 'spotlight' || shared) && tiles.length > 1) {
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
    <ul
      className={styles.grid}
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(${columnsFor(tiles.length)}, minmax(0, 1fr))` }}
    >
      {tiles.map((tile) => (
        <GroupTile
          key={tile.key}
          tile={tile}
          pinned={tile.key === pinned}
          onPin={() => onPin(tile.key)}
        />
      ))}
    </ul>
  );
}
