// Tells the engine which room is in view (D12): receipts, typing and notifications depend on it. The only caller of `setFocus`.
import { useEffect } from 'react';
import { useShellValue } from '#app/context';
import { useEngineCall } from '#app/hooks';
import { roomInView } from '#app/places/inView';
import { useAppSelector } from '#app/store';

export function useFocusReport(): void {
  const call = useEngineCall();
  const focused = useShellValue('app')?.focused ?? false;
  const connected = useAppSelector((state) => state.connection.state === 'connected');
  // The messages behind a panel are not read.
  const atBottom = useAppSelector(
    ({ navigation: { atBottom: isEnd, layout, sidePanel } }) =>
      isEnd && (layout === 'wide' || sidePanel === null),
  );
  const roomId = useAppSelector(({ navigation }) => roomInView(navigation));
  const threadId = useAppSelector(({ navigation: { sidePanel, thread } }) =>
    sidePanel === 'thread' ? (thread?.threadId ?? null) : null,
  );
  const threadAtBottom = useAppSelector((state) => state.navigation.threadAtBottom);
  // The account's call may keep its engine when its pages are gone: nothing of it is in view then.
  useEffect(
    () => () => void call('setFocus', { conversation: null, atBottom: false, focused: false }),
    [call],
  );
  useEffect(() => {
    // A restarted engine knows nothing of this window, so `connected` is a reason to tell it again.
    if (connected)
      void call('setFocus', {
        conversation: roomId === null ? null : { roomId, threadId: null },
        atBottom: roomId !== null && atBottom,
        ...(threadId !== null && { thread: { threadId, atBottom: threadAtBottom } }),
        focused,
      });
  }, [call, connected, roomId, atBottom, threadId, threadAtBottom, focused]);
}
