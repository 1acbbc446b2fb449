// Public rooms: searched on the own server, another one or a bridged network; joined, asked, opened, or looked into.
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/explore.en.json';
import type { Bridge } from '#contract/areas/rooms/directoryModels';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote, errorText } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { roomLinked } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { Select } from '#ui/controls/Select';
import { Waiting } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { focusIfLost } from '#ui/focus/lostFocus';
import { isolate } from '#ui/text/isolate';
import { BecomeAccount } from '../login';
import { Bridged } from './Bridged';
import { ExploreRow } from './ExploreRow';
import { usePublicRooms, type Found } from './usePublicRooms';
import styles from './Explore.module.css';

addWords(words);

export interface ExploreProps {
  readonly onClose: () => void;
  readonly onOpened: (roomId: string) => void;
  readonly autoFocus?: boolean;
}

const serverShape = /^[\w.:[\]-]{1,255}$/;
const anyNetwork = '';

/** The networks that the server is bridged to; none until it has said. */
function useBridges(): readonly Bridge[] {
  const call = useEngineCall();
  const [bridges, setBridges] = useState<readonly Bridge[]>([]);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('bridges', {});
      if (!gone && answer.ok) setBridges(answer.output.bridges);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call]);
  return bridges;
}

/** Servers count all their rooms, also where words were searched for: then what came is counted. */
function countText(t: TFunction, { rooms, next, total, term }: Found): string {
  if (next === null) return t('explore.counted', { count: rooms.length });
  if (term !== '' || total === null) return t('explore.first', { count: rooms.length });
  return t('explore.found', { count: total });
}

/** The failure at another server in words for the field that names it; null: it has none of its own. */
function useServerTrouble(error: AppError | null, server: string | null): string | null {
  const { t } = useTranslation();
  if (error === null || server === null) return null;
  if (error.code === 'other_server') return errorText(t, error);
  const isRefused = error.code === 'forbidden' || error.code === 'not_found';
  return isRefused ? t('explore.serverRefused', { server: isolate(server) }) : null;
}

export function Explore({ onClose, onOpened, autoFocus }: ExploreProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const bridges = useBridges();
  const { value: session } = useValue('session', {});
  const isGuest = session?.guest === true;
  const [becoming, setBecoming] = useState(false);
  const [term, setTerm] = useState('');
  const [serverText, setServerText] = useState('');
  const [network, setNetwork] = useState(anyNetwork);
  const typed = serverText.trim();
  const isServer = typed === '' || serverShape.test(typed);
  const server = typed === '' ? null : typed;
  const { found, pending, error, more, again } = usePublicRooms(
    isServer ? { term, server, network: network === anyNetwork ? null : network } : null,
  );
  const trouble = useServerTrouble(error, server);
  const networks = bridges.flatMap((bridge) => bridge.networks);
  const chosen = bridges.find((bridge) => bridge.networks.some(({ id }) => id === network));
  const rows = useRef<HTMLUListElement>(null);
  const isWhole = found !== null && found.next === null;
  // The button for more goes with the last page, and the focus to the list.
  useEffect(() => {
    if (isWhole) focusIfLost(rows.current);
  }, [isWhole]);
  const look = (roomId: string, alias: string | null, via: readonly string[]): void => {
    onClose();
    dispatch(roomLinked({ roomId, alias, via: [...via], inside: true, eventId: null }));
  };
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <TextField
          label={t('explore.search')}
          placeholder={t('explore.searchHint')}
          value={term}
          autoFocus={autoFocus}
          maxLength={200}
          onChange={setTerm}
        />
        <TextField
          label={t('explore.server')}
          placeholder={t('explore.serverHint')}
          value={serverText}
          spellCheck="false"
          maxLength={255}
          onChange={setServerText}
          error={isServer ? trouble : t('explore.serverBad')}
        />
        {networks.length > 0 && (
          <Select
            label={t('explore.network')}
            value={network}
            onChange={setNetwork}
            options={[
              { id: anyNetwork, label: t('explore.anyNetwork') },
              ...networks.map(({ id, name }) => ({ id, label: name })),
            ]}
          />
        )}
      </div>
      {chosen !== undefined && (
        <Bridged key={network} bridge={chosen} onClose={onClose} onOpened={onOpened} />
      )}
      <AppErrorNote
        error={trouble === null ? error : null}
        action={<Button onPress={again}>{t('app.retry')}</Button>}
      />
      {found === null && error === null && isServer && <Waiting label={t('explore.loading')} />}
      {found !== null && (
        <>
          <div className={styles.meta}>
            <p role="status">
              {found.rooms.length === 0
                ? t(found.all ? 'explore.noneThere' : 'explore.none')
                : countText(t, found)}
            </p>
            {found.rooms.length === 0 && (
              <p>{t(found.all ? 'explore.noneThereHint' : 'explore.noneHint')}</p>
            )}
          </div>
          {found.rooms.length > 0 && (
            <ul ref={rows} className={styles.rows} aria-label={t('explore.results')} tabIndex={0}>
              {found.rooms.map((room) => (
                <ExploreRow
                  key={room.roomId}
                  room={room}
                  onAccount={isGuest ? () => setBecoming(true) : null}
                  onOpened={onOpened}
                  onLook={() => look(room.roomId, room.alias, room.via)}
                />
              ))}
            </ul>
          )}
          {found.next !== null && (
            <Button className={styles.more} pending={pending} onPress={more}>
              {t('explore.more')}
            </Button>
          )}
        </>
      )}
      {isGuest && becoming && (
        <BecomeAccount
          userId={session.userId ?? ''}
          server={session.baseUrl ?? ''}
          onClose={() => setBecoming(false)}
        />
      )}
    </div>
  );
}
