// The call button in the header of a room with more than two: starts a call, or leads into the one that goes on.
import { Phone, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { GroupCallIntent } from '#contract/areas/calls/groupCallsModels';
import { useValue } from '#app/hooks';
import { later } from '#app/later';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import type { CallCenter } from '../center';
import { useCallCenter, useCallOf, useCallsState } from '../context';
import { useShowCall } from '../stage/useShowCall';
import { NoCall } from './NoCall';

const OpenCallDialog = later(async () => (await import('./OpenCallDialog')).OpenCallDialog);

type Wanted = Parameters<CallCenter['start']>[1];

export interface GroupButtonProps {
  readonly roomId: string;
  /** Shows the button with its label, as the main act of the place. */
  readonly primary?: boolean;
  /** Called after a call was begun. */
  readonly onPlaced?: () => void;
}

export function GroupButton({ roomId, primary = false, onPlaced }: GroupButtonProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { joining } = useCallsState();
  const call = useCallOf(roomId);
  const show = useShowCall();
  const { value: room } = useValue('groupCallRoom', { roomId });
  /** The call that waits for the answer whether everybody may join. */
  const [asking, setAsking] = useState<Wanted | null>(null);
  if (center === null || room === undefined) return null;
  if (call !== null)
    return (
      <IconButton label={t('groupCalls.toCall')} icon={PhoneCall} onPress={() => show(call)} />
    );
  // The banner below leads into it.
  if ((room.call?.devices.length ?? 0) > 0) return null;
  if (!room.canStart) return primary ? null : <NoCall why="rights" />;
  const begin = (wanted: Wanted): void => {
    void center.start(roomId, wanted);
    onPlaced?.();
  };
  // Not disabled meanwhile: the focus would be lost, and a call that could not begin is tried from here again.
  const start = (wanted: Wanted): void => {
    if (joining !== null) return;
    if (room.opens) setAsking(wanted);
    else begin(wanted);
  };
  const answer = (opens: boolean): void => {
    setAsking(null);
    if (asking !== null) begin({ ...asking, ...(opens && { opens }) });
  };
  const entry = (
    id: 'startVoice' | 'startVideo' | 'ringVoice' | 'ringVideo' | 'startPtt',
    video: boolean,
    intent: GroupCallIntent,
    ptt = false,
  ): MenuEntry => ({
    id,
    label: t(`groupCalls.${id}`),
    onAction: () => start({ video, intent, ptt }),
  });
  const entries: MenuEntry[] = [
    entry('startVoice', false, 'm.prompt'),
    entry('startVideo', true, 'm.prompt'),
    { id: 'line', separator: true },
    entry('ringVoice', false, 'm.ring'),
    entry('ringVideo', true, 'm.ring'),
    { id: 'line2', separator: true },
    entry('startPtt', false, 'm.room', true),
  ];
  return (
    <>
      <MenuButton label={t('groupCalls.start')} entries={entries}>
        {primary ? (
          <Button variant="primary" icon={Phone}>
            {t('groupCalls.start')}
          </Button>
        ) : (
          <IconButton label={t('groupCalls.start')} icon={Phone} />
        )}
      </MenuButton>
      {asking !== null && (
        <OpenCallDialog start={room.opensStart} onClose={() => setAsking(null)} onAnswer={answer} />
      )}
    </>
  );
}
