// The call button in the header of a room with more than two: starts a call, or leads into the one that goes on.
import { Phone, PhoneCall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GroupCallIntent } from '#contract/areas/groupCallsModels';
import { useValue } from '#app/hooks';
import { IconButton } from '#ui/IconButton';
import { MenuButton, type MenuEntry } from '#ui/Menu';
import { useGroupCenter, useGroupState } from '../mesh/context';

export function GroupButton({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const { call, joining } = useGroupState();
  const { value: room } = useValue('groupCallRoom', { roomId });
  if (center === null || room === undefined) return null;
  if (call?.roomId === roomId)
    return (
      <IconButton
        label={t('groupCalls.toCall')}
        icon={PhoneCall}
        onPress={() => center.setOpen(true)}
      />
    );
  // The banner below leads into it.
  if ((room.call?.devices.length ?? 0) > 0 || !room.canStart) return null;
  const entry = (
    id: 'startVoice' | 'startVideo' | 'ringVoice' | 'ringVideo' | 'startPtt',
    video: boolean,
    intent: GroupCallIntent,
    ptt = false,
  ): MenuEntry => ({
    id,
    label: t(`groupCalls.${id}`),
    onAction: () => void center.start(roomId, { video, intent, ptt }),
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
    <MenuButton label={t('groupCalls.start')} entries={entries}>
      <IconButton label={t('groupCalls.start')} icon={Phone} isDisabled={joining !== null} />
    </MenuButton>
  );
}
