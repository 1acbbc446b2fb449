// What somebody writes about themselves, as plain lines.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import { Name } from '#ui/Name';
import styles from './PersonCard.module.css';

/** Nothing for who tells none. */
export function TheirBiography({ userId }: { readonly userId: string }) {
  const call = useEngineCall();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('biographyOf', { userId });
      // Who cannot be asked tells none.
      if (!gone) setText(answer.ok ? answer.output.text : null);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  return text === null ? null : <Name className={styles.about}>{text}</Name>;
}
