// One of the three roles, and in one line what it may do.
import { useTranslation } from '#app/words';
import { AccessRole as roles } from '#contract/areas/files/directoriesModels';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import { Segmented } from '#ui/controls/Segmented';
import { roleWord } from '../words';
import styles from './People.module.css';

export interface RoleChoiceProps {
  readonly value: AccessRole;
  readonly onChange: (role: AccessRole) => void;
  readonly allowed?: readonly AccessRole[];
}

export function RoleChoice({ value, onChange, allowed = roles.options }: RoleChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.role}>
      <Segmented
        label={t('filePanels.people.role')}
        value={value}
        options={roles.options
          .filter((role) => allowed.includes(role))
          .map((role) => ({ id: role, label: roleWord(t, role) }))}
        onChange={onChange}
      />
      <p aria-live="polite">{t(`filePanels.people.explain.${value}`)}</p>
    </div>
  );
}
