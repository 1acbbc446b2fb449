// The text of a person about themselves, as plain lines with links.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import { LinkedText } from '../timeline';
import styles from './PersonCard.module.css';

/** Draws nothing if the person has no such text. */
export function TheirBiography({ userId }: { readonly userId: string }) {
  const call = useEngineCall();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('biographyOf', { userId });
      // A failed question counts as no text.
      if (!gone) setText(answer.ok ? answer.output.text : null);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  if (text === null) return null;
  return (
    <bdi className={styles.about}>
      <LinkedText text={text} />
    </bdi>
  );
}
