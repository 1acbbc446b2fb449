// Where the user was in this account, over a restart and an account switch: one setting of the account, read once, then written.
import { useEffect, useRef, useState } from 'react';
import { RoomId, RoomSection } from '../../../preload/contract/models';
import { useEngineCall, useValue } from '../../app/hooks';
import { navigationRestored, type RememberedNavigation } from '../../app/navigation';
import { useAppDispatch, useAppSelector } from '../../app/store';

const settingName = 'navigation';
/** What an older or a newer Trellis wrote may look otherwise: then nothing is remembered. */
function readBack(value: unknown): RememberedNavigation | null {
  if (typeof value !== 'object' || value === null) return null;
  const { place, roomId, turn, collapsed } = value as Record<string, unknown>;
  const room = RoomId.nullable().safeParse(roomId);
  const sections = RoomSection.array().safeParse(collapsed);
  if (!room.success || !sections.success) return null;
  return {
    place: place === 'settings' ? 'settings' : 'chats',
    roomId: room.data,
    turn: turn === 'content' ? 'content' : 'list',
    collapsed: sections.data,
  };
}

/** False until the account's engine has said where the user was: nothing is drawn that would be gone a moment later. */
export function useRememberedPlace(): boolean {
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const { value: settings, error } = useValue('settings', {});
  const [known, setKnown] = useState(false);
  const { place, roomId, turn, collapsed } = useAppSelector((state) => state.navigation);
  const written = useRef<string | null>(null);

  const arrived = settings !== undefined || error !== null;
  useEffect(() => {
    if (!arrived || known) return;
    const found = readBack(settings?.[settingName]);
    if (found !== null) dispatch(navigationRestored(found));
    setKnown(true);
  }, [arrived, known, settings, dispatch]);

  useEffect(() => {
    if (!known) return;
    const value = { place, roomId, turn, collapsed: [...collapsed] };
    const text = JSON.stringify(value);
    const before = written.current;
    written.current = text;
    // The first one is what was just read, or the beginning.
    if (before !== null && before !== text) void call('setSetting', { name: settingName, value });
  }, [call, known, place, roomId, turn, collapsed]);

  return known;
}
