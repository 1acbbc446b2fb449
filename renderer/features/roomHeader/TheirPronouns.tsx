// How somebody wants to be spoken of, as they tell it.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import { useEngineCall } from '#app/hooks';
import { Name } from '#ui/text/Name';
import styles from './PersonCard.module.css';

/** Draws nothing if the person gives no pronouns. */
export function TheirPronouns({ userId }: { readonly userId: string }) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const call = useEngineCall();
  const [pronouns, setPronouns] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('pronounsOf', { userId, language });
      // A failed question counts as no pronouns.
      if (!gone) setPronouns(answer.ok ? answer.output.pronouns : null);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId, language]);
  return pronouns === null ? null : <Name className={styles.meta}>{pronouns}</Name>;
}
