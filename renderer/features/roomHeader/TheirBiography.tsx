// What somebody writes about themselves, as plain lines; its addresses can be pressed.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import { useOpenLink } from '#app/places/links';
import { OpenLink, PlainText } from '../timeline';
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
  const openLink = useOpenLink();
  if (text === null) return null;
  return (
    <bdi className={styles.about}>
      <OpenLink value={openLink}>
        <PlainText text={text} inline />
      </OpenLink>
    </bdi>
  );
}
