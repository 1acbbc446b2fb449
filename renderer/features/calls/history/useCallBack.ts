// Calling back: the room is shown, where the stage of the call stands, or of a group the way into its call.
import { MessageCircle, Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useCallCenter, useCallsState } from '../context';

export interface CallBack {
  readonly callBack: (item: CallHistoryItem, video: boolean) => void;
  readonly openChat: (item: CallHistoryItem) => void;
  readonly entriesFor: (item: CallHistoryItem) => readonly MenuEntry[];
}

export function useCallBack(): CallBack {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const { calls } = useCallsState();
  const openChat = ({ roomId }: CallHistoryItem): void => void dispatch(roomOpened(roomId));
  const callBack = (item: CallHistoryItem, video: boolean): void => {
    openChat(item);
    const running = calls.find(({ roomId, state }) => roomId === item.roomId && state !== 'ended');
    if (running !== undefined) center?.open(running.callId);
    else if (item.person !== null) void center?.place(item.roomId, video);
  };
  return {
    callBack,
    openChat,
    entriesFor: (item) => [
      ...(item.person === null
        ? []
        : [
            {
              id: 'voice',
              label: t('callPlace.voiceCall'),
              icon: Phone,
              onAction: () => callBack(item, false),
            },
            {
              id: 'video',
              label: t('callPlace.videoCall'),
              icon: Video,
              onAction: () => callBack(item, true),
            },
          ]),
      {
        id: 'chat',
        label: t('callPlace.openChat'),
        icon: MessageCircle,
        onAction: () => openChat(item),
      },
    ],
  };
}
