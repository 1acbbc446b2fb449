// The threads of a room, in its side panel. Threads that are not on this computer are fetched when it opens, and then page by page.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ThreadFilter } from '#contract/areas/messages/threads';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { Segmented } from '#ui/controls/Segmented';
import { SidePanel } from '#ui/layout/SidePanel';
import { ThreadList } from './ThreadList';
import styles from './Threads.module.css';

interface Fetched {
  readonly busy: boolean;
  /** The `next_batch` token of the server's list; null at its end. */
  readonly next: string | null;
}

/** Fetches the server's pages of threads, the first one at once. Being offline is no error: the known rows stay. */
function useServerThreads(
  roomId: string,
  mine: boolean,
): { busy: boolean; more: (() => void) | null } {
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [fetched, setFetched] = useState<Fetched>({ busy: true, next: null });
  const current = useRef(0);
  const fetchPage = useCallback(
    async (from: string | null): Promise<void> => {
      const mineNow = (current.current += 1);
      setFetched({ busy: true, next: from });
      const answer = await call('fetchThreads', { roomId, mine, from });
      if (mineNow !== current.current) return;
      setFetched({ busy: false, next: answer.ok ? answer.output.next : from });
      if (!answer.ok && from !== null) tellFailure(answer.error);
    },
    [call, tellFailure, roomId, mine],
  );
  useEffect(() => {
    void fetchPage(null);
    return () => {
      current.current += 1;
    };
  }, [fetchPage]);
  const { busy, next } = fetched;
  return { busy, more: next === null ? null : () => void fetchPage(next) };
}

export interface ThreadsPanelProps {
  readonly roomId: string;
  /** The person has opened it: it takes the focus. Otherwise it stood open when another chat came. */
  readonly asked: boolean;
  readonly onClose: () => void;
}

export function ThreadsPanel({ roomId, asked, onClose }: ThreadsPanelProps): ReactNode {
  const { t } = useTranslation();
  const [show, setShow] = useState<ThreadFilter>('all');
  const { busy, more } = useServerThreads(roomId, show === 'mine');
  return (
    <SidePanel title={t('threads.title')} closeLabel={t('threads.closeList')} onClose={onClose}>
      <div className={styles.tools}>
        <ShowChoice show={show} onShow={setShow} takesFocus={asked} />
      </div>
      <ThreadList
        roomId={roomId}
        show={show}
        busy={busy}
        onMore={show === 'unread' ? null : more}
      />
    </SidePanel>
  );
}

interface ShowChoiceProps {
  readonly show: ThreadFilter;
  readonly onShow: (show: ThreadFilter) => void;
  /** Takes the focus when it appears, so that the person continues here. */
  readonly takesFocus?: boolean;
}

export function ShowChoice({ show, onShow, takesFocus = true }: ShowChoiceProps): ReactNode {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [taking] = useState(takesFocus);
  useEffect(() => {
    if (taking)
      place.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
  }, [taking]);
  return (
    <div ref={place}>
      <Segmented
        label={t('threads.show')}
        value={show}
        options={[
          { id: 'all', label: t('threads.all') },
          { id: 'mine', label: t('threads.mine') },
          { id: 'unread', label: t('threads.unread') },
        ]}
        onChange={onShow}
      />
    </div>
  );
}
