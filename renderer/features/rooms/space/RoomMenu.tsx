// The menu of a room on the page of its space: takes it out, and offers to put it back.
import { Ellipsis } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from '#app/words';
import type { SpaceRoom } from '#contract/areas/rooms/spaceModels';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { IconButton } from '#ui/controls/IconButton';
import { focusIfLost, returnFocusTo } from '#ui/focus/lostFocus';
import { MenuButton } from '#ui/overlays/Menu';
import { useToasts } from '#ui/overlays/Toasts';

interface RoomMenuProps {
  readonly room: SpaceRoom;
  readonly space: { readonly roomId: string; readonly name: string };
  readonly row: RefObject<HTMLElement | null>;
  readonly onTaken: () => void;
  readonly onBack: () => void;
}

/** The last button of the row beside one that goes, or the page, gets the focus: it would be lost with the row. */
function leave(row: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const button = [...(beside?.querySelectorAll('button') ?? [])].at(-1);
  const next = button ?? row?.closest<HTMLElement>('[role="group"]') ?? null;
  if (row?.contains(document.activeElement) === true) return next?.focus();
  // The menu may still be closing.
  returnFocusTo(next);
  requestAnimationFrame(() => focusIfLost(next));
}

export function RoomMenu({ room, space, row, onTaken, onBack }: RoomMenuProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const { roomId, name } = room;
  const put = async (isIn: boolean): Promise<boolean> => {
    const result = await call('setSpaceRoom', { spaceId: space.roomId, roomId, in: isIn });
    if (!result.ok) tellFailure(result.error);
    return result.ok;
  };
  const back = async (): Promise<void> => {
    if (await put(true)) onBack();
  };
  const take = async (): Promise<void> => {
    if (!(await put(false))) return;
    leave(row.current);
    onTaken();
    toasts.show({
      text: t('spaces.taken', { room: name, name: space.name }),
      action: { label: t('spaces.undo'), onPress: () => void back() },
    });
  };
  const label = t('spaces.menu', { name });
  return (
    <MenuButton
      label={label}
      entries={[{ id: 'take', label: t('spaces.remove'), onAction: () => void take() }]}
    >
      <IconButton icon={Ellipsis} label={label} />
    </MenuButton>
  );
}
