// The text of a conversation while it is written. It is available at once, and the engine stores it as a draft together with its reply and
// with the edit of a message, so that neither a change of room nor a restart loses it.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { conversationKey, type EditTarget } from '#app/composing';
import { useAccountState } from '#app/context';
import { useEngineCall, useValue } from '#app/hooks';
import { createAfterPause } from '#ui/pause';
import type { ConversationId } from '#contract/areas/ids';
import { empty, joined, unmarked, type Marked } from './suggestions/mentions';

const saveAfterMs = 400;
/** While somebody types on and on. A window that is killed then loses no more than this. */
const saveAtLatestMs = 1_000;

interface Left {
  readonly written: Marked;
  /** False: the text was typed before the stored draft was loaded, and is appended to it. */
  readonly whole: boolean;
  /** The time at which the engine confirmed the draft; null: not yet. */
  readonly answeredMs: number | null;
}

/** For this time after its answer, the engine's own value may still be the old one. */
const lateMs = 5_000;

/** The drafts of an account that its composers have just saved, or could not save yet: the stored draft that the window knows may be older. */
interface Unsaved {
  /** Null: the engine's draft is current. */
  leftOf(key: string): Left | null;
  /** Returns a function to call when the engine has saved the draft. */
  leave(key: string, written: Marked, whole: boolean): () => void;
}

function createUnsaved(): Unsaved {
  const all = new Map<string, Left>();
  return {
    leftOf(key) {
      const left = all.get(key);
      if (left === undefined) return null;
      const isLate = left.answeredMs === null || performance.now() - left.answeredMs < lateMs;
      if (!left.whole || !isLate) all.delete(key);
      return isLate ? left : null;
    },
    leave(key, written, whole) {
      const left: Left = { written, whole, answeredMs: null };
      all.set(key, left);
      return () => {
        if (all.get(key) !== left) return;
        const answered: Left = { ...left, answeredMs: performance.now() };
        all.set(key, answered);
        // The text stays in memory only as long as it may be needed.
        setTimeout(() => {
          if (all.get(key) === answered) all.delete(key);
        }, lateMs);
      };
    },
  };
}

export interface DraftText {
  readonly written: Marked;
  write(written: Marked): void;
  /** Empties the draft here at once, and in the engine after the usual pause or with `flush`; the message in the outbox is safe by then. */
  clear(): void;
  /** Empties it here alone: the engine ends it with the message, which is not safe yet. */
  clearHere(): void;
  flush(): void;
  /** Puts a text back that could not be sent, before the text that was written since. */
  restore(written: Marked): void;
}

export interface DraftAround {
  readonly replyTo: string | null;
  readonly edit: EditTarget | null;
  /** Called if the stored draft was a reply to this event. */
  readonly onReply: (eventId: string) => void;
  /** Called if a message was being edited. */
  readonly onEdit: (edit: EditTarget) => void;
}

export function useDraft(conversation: ConversationId, around: DraftAround): DraftText {
  const { replyTo, edit } = around;
  const unsaved = useAccountState(createUnsaved);
  const key = conversationKey(conversation);
  const { value: stored } = useValue('draft', conversation);
  const call = useEngineCall();
  const [left] = useState(() => unsaved.leftOf(key));
  const [written, setWritten] = useState(left?.written ?? empty);
  /** Saving waits until the stored draft is loaded. */
  const loaded = useRef(left?.whole === true);
  const dirty = useRef(left !== null && left.answeredMs === null);
  const now = useRef({ written, replyTo, edit });
  const latest = useRef(around);
  latest.current = around;

  const save = useCallback((): void => {
    if (!dirty.current || !loaded.current) return;
    dirty.current = false;
    const { text, mentions } = now.current.written;
    const { replyTo: answered, edit: edited } = now.current;
    const editing = edited && { ...edited, mentions: [...edited.mentions] };
    const draft = { text, replyTo: answered, editing };
    const saved = unsaved.leave(key, now.current.written, true);
    void call('saveDraft', {
      ...conversation,
      draft: mentions.length === 0 ? draft : { ...draft, mentions: [...mentions] },
    }).then(({ ok }) => {
      if (ok) saved();
      else dirty.current = true;
    });
  }, [call, conversation, unsaved, key]);

  const saving = useMemo(() => createAfterPause(save, saveAfterMs, saveAtLatestMs), [save]);

  const write = useCallback(
    (next: Marked): void => {
      dirty.current = true;
      now.current = { ...now.current, written: next };
      setWritten(next);
      saving.ask();
    },
    [saving],
  );

  // Only the first value counts; later ones are echoes of our own saves. Text that was typed before it came is appended.
  useEffect(() => {
    if (stored === undefined || loaded.current) return;
    loaded.current = true;
    const { written: typed, replyTo: answered, edit: edited } = now.current;
    const kept = { text: stored.text, mentions: stored.mentions ?? [] };
    if (stored.replyTo !== null && answered === null) latest.current.onReply(stored.replyTo);
    if (stored.editing !== null && edited === null) latest.current.onEdit(stored.editing);
    if (typed.text !== '') write(joined(kept, typed));
    else if (kept.text !== '') {
      now.current = { ...now.current, written: kept };
      setWritten(kept);
    }
  }, [stored, write]);

  useEffect(() => {
    if (now.current.replyTo === replyTo && now.current.edit === edit) return;
    now.current = { ...now.current, replyTo, edit };
    write(now.current.written);
  }, [replyTo, edit, write]);

  useEffect(() => {
    // Tries again to save a draft that could not be saved the last time.
    if (dirty.current) saving.ask();
    return () => {
      saving.cancel();
      if (!loaded.current && now.current.written.text !== '')
        unsaved.leave(key, now.current.written, false);
      save();
    };
  }, [save, saving, unsaved, key]);
  // A reload of the window does not unmount React components.
  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [save]);

  return {
    written,
    write,
    restore: (sent) => {
      const { written: since } = now.current;
      write(since.text === '' ? sent : joined(sent, unmarked('\n'), since));
    },
    clear() {
      now.current = { written: empty, replyTo: null, edit: null };
      write(empty);
    },
    clearHere() {
      save();
      saving.cancel();
      now.current = { written: empty, replyTo: null, edit: null };
      setWritten(empty);
      unsaved.leave(key, empty, true)();
    },
    flush: save,
  };
}
