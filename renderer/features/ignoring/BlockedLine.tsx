// The line of a chat with somebody who is blocked, in the place of the message field: nothing is sent there before they are unblocked.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import styles from './BlockedLine.module.css';
import { useIgnoring } from './useIgnoring';

export interface BlockedLineProps {
  readonly person: Person;
  /** Called after they were unblocked. */
  readonly onUnblocked: () => void;
}

export function BlockedLine({ person, onUnblocked }: BlockedLineProps): ReactNode {
  const { t } = useTranslation();
  const { set, pending } = useIgnoring();
  const unblock = async (): Promise<void> => {
    if (await set(person, false)) onUnblocked();
  };
  return (
    <div className={styles.line}>
      <span>{t('ignoring.inChat', { name: isolate(person.name) })}</span>
      <Button size="s" pending={pending === person.userId} onPress={() => void unblock()}>
        {t('ignoring.unblock')}
      </Button>
    </div>
  );
}
