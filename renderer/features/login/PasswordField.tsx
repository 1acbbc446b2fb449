// A password that can be looked at.
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  /** A new one: the system's store of passwords may offer to make it. */
  readonly isNew?: boolean;
  readonly hint?: ReactNode;
  readonly autoFocus?: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
}

export function PasswordField({ isNew = false, ...field }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      size="l"
      type={shown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      suffix={
        <IconButton
          label={shown ? t('login.hidePassword') : t('login.showPassword')}
          icon={shown ? EyeOff : Eye}
          size="s"
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
