// One of the three roles, each with what it may do in one line.
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { AccessRole as roles } from '#contract/areas/directoriesModels';
import type { AccessRole } from '#contract/areas/directoriesModels';
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
    <RadioGroup
      aria-label={t('filePanels.people.role')}
      value={value}
      onChange={(next) => {
        const role = roles.options.find((one) => one === next);
        if (role !== undefined) onChange(role);
      }}
      className={styles.choices ?? ''}
    >
      {roles.options
        .filter((role) => allowed.includes(role))
        .map((role) => (
          <Radio key={role} value={role} className={styles.choice ?? ''}>
            <span>
              <strong>{roleWord(t, role)}</strong>
              <span>{t(`filePanels.people.explain.${role}`)}</span>
            </span>
          </Radio>
        ))}
    </RadioGroup>
  );
}
