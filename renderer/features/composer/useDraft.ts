// The text of a conversation while it is written: at hand at once, kept by the engine as a draft together with what it answers, so that
// neither a switch nor a restart loses it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEngineCall, useValue } from '#app/hooks';
import type { ConversationId } from '#contract/areas/ids';
import { mentionsIn, withMention } from './mentions';
import type { Mention } from './mentions';

const saveAfterMs = 400;

export interface DraftText {
  readonly text: string;
  setText(text: string): void;
  /** Whom names in the text stand for. */
  readonly mentions: readonly Mention[];
  mention(person: Mention): void;
  /** Empties it here at once, and at the engine after the usual pause or with `flush`: what was sent is safe by then. */
  clear(): void;
  flush(): void;
  /** Puts a text back that could not be sent, before what was written since. */
  restore(text: string): void;
}

/** `onReply`: the draft of an earlier run answered this event. */
export function useDraft(
  conversation: ConversationId,
  replyTo: string | null,
  onReply: (eventId: string) => void,
): DraftText {
  const { value: stored } = useValue('draft', conversation);
  const call = useEngineCall();
  const [text, setText] = useState('');
  /** Until the stored text is here nothing is saved over it. */
  const loaded = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dirty = useRef(false);
  const now = useRef({ text, replyTo });
  /** Outlives the text: what could not be sent comes back. */
  const [mentions, setMentions] = useState<readonly Mention[]>([]);
  const known = useRef(mentions);
  const latestReply = useRef(onReply);
  latestReply.current = onReply;

  const save = useCallback((): void => {
    clearTimeout(timer.current);
    if (!dirty.current || !loaded.current) return;
    dirty.current = false;
    const named = mentionsIn(now.current.text, known.current);
    const draft = { ...now.current, editing: null };
    void call('saveDraft', {
      ...conversation,
      draft: named.length === 0 ? draft : { ...draft, mentions: [...named] },
    });
  }, [call, conversation]);

  const change = useCallback(
    (next: string): void => {
      dirty.current = true;
      now.current = { ...now.current, text: next };
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, saveAfterMs);
    },
    [save],
  );

  // Only the first value counts; later ones are our own echoes. What was typed before it came stands behind it.
  useEffect(() => {
    if (stored === undefined || loaded.current) return;
    loaded.current = true;
    const { text: typed, replyTo: answered } = now.current;
    known.current = (stored.mentions ?? []).reduce(withMention, known.current);
    setMentions(known.current);
    if (stored.replyTo !== null && answered === null) latestReply.current(stored.replyTo);
    if (typed !== '') change(stored.text + typed);
    else {
      now.current = { ...now.current, text: stored.text };
      setText(stored.text);
    }
  }, [stored, change]);

  useEffect(() => {
    if (now.current.replyTo === replyTo) return;
    now.current = { ...now.current, replyTo };
    change(now.current.text);
  }, [replyTo, change]);

  useEffect(() => save, [save]);
  // A reload of the window unmounts nothing.
  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [save]);

  return {
    text,
    setText: change,
    mentions,
    mention: (person) => {
      known.current = withMention(known.current, person);
      setMentions(known.current);
    },
    restore: (sent) => {
      const { text: since } = now.current;
      change(since === '' ? sent : `${sent}\n${since}`);
    },
    clear() {
      now.current = { text: '', replyTo: null };
      change('');
    },
    flush: save,
  };
}
