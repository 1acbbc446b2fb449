// Makes the sound of a notice when the engine says so. One window of the account is told; what was told before it opened is over.
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
      // Without any sound device the notice is still seen.
      .catch(() => undefined);
  }, [value]);
}
