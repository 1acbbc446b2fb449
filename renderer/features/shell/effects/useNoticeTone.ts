// Plays the sound of a notification when the engine asks for it. The engine asks one window of the account; a request from before this
// window opened is ignored.
import { useEffect, useRef } from 'react';
import { useValue } from '#app/hooks';

export function useNoticeTone(): void {
  const { value } = useValue('noticeTone', {});
  const known = useRef(value);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    if (value === undefined || value === null) return;
    const { tone } = value;
    void import('#ui/styles/noticeTone')
      .then(({ playNoticeTone }) => playNoticeTone(tone))
      // Without a sound device the notification is still shown.
      .catch(() => undefined);
  }, [value]);
}
