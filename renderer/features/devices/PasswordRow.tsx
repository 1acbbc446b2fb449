// The line of Settings that changes the password, where no service manages the account.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import signIns from '#contract/locales/signIns.en.json';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { SettingRow } from '#ui/controls/SettingRow';
import { ChangePassword } from './ChangePassword';

addWords(signIns);

export function PasswordRow() {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  return (
    <SettingRow title={t('signIns.passwordRow')} text={t('signIns.passwordRowText')}>
      <Button onPress={() => setChanging(true)}>{t('signIns.change')}</Button>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </SettingRow>
  );
}
