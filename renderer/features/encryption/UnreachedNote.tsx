// The note above the composer about people who have no device to read the message with. It needs no decision; it only informs.
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { WithheldKeys } from '#contract/areas/encryption/encryption';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import styles from './UnreachedNote.module.css';

export function UnreachedNote({
  people,
}: {
  readonly people: WithheldKeys['unreached'];
}): ReactNode {
  const { t, i18n } = useTranslation();
  const names = people.map(({ name }) => isolate(name));
  return (
    <p className={styles.note} role="status">
      <Icon icon={EyeOff} size={16} />
      <span>
        {t('withheld.unreached', {
          count: people.length,
          names: new Intl.ListFormat(i18n.language).format(names),
        })}
      </span>
    </p>
  );
}
