// The text of a room while it is written: at hand at once, kept by the engine as a draft, so that neither a switch nor a restart
// loses it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useEngineCall, useValue } from '../../app/hooks';

const saveAfterMs = 400;

export interface DraftText {
  readonly text: string;
  setText(text: string): void;
  /** Empties it at once, also at the engine. */
  clear(): void;
  /** Puts a text back that could not be sent, before what was written since. */
  restore(text: string): void;
}

export function useDraft(
  roomId: string,
  replyTo: string | null,
  editing: string | null,
): DraftText {
  const { value: stored } = useValue('draft', { roomId });
  const call = useEngineCall();
  const [text, setText] = useState('');
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<string | null>(null);
  const latestText = useRef(text);

  useEffect(() => {
    if (stored !== undefined && !touched.current) setText(stored.text);
  }, [stored]);

  const save = useCallback((): void => {
    clearTimeout(timer.current);
    if (unsaved.current === null) return;
    const draft = { text: unsaved.current, replyTo, editing };
    unsaved.current = null;
    // An edit is not a draft: what stood there before comes back when it ends.
    if (editing === null) void call('saveDraft', { roomId, draft });
  }, [call, roomId, replyTo, editing]);

  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => () => latestSave.current(), []);

  const change = (next: string): void => {
    touched.current = true;
    unsaved.current = next;
    latestText.current = next;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestSave.current(), saveAfterMs);
  };

  return {
    text,
    setText: change,
    restore: (sent) => change(latestText.current === '' ? sent : `${sent}\n${latestText.current}`),
    clear() {
      touched.current = true;
      unsaved.current = '';
      latestText.current = '';
      setText('');
      save();
    },
  };
}
