// User name, password, and the address where the server wants one. Problems stand beside the field they belong to.
import { AtSign, CircleCheck, Mail } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '#app/words';
import type { RegistrationOffer } from '#contract/areas/account/registration';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { Spinner } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { textFor } from './newAccountText';
import { PasswordField } from '../PasswordField';
import { PasswordStrength } from './PasswordStrength';
import type { RegistrationActs } from './useRegistration';
import { useUserNameCheck, type UserNameState } from './useUserNameCheck';
import styles from '../Login.module.css';
import own from './Register.module.css';

export interface Fields {
  readonly userName: string;
  readonly password: string;
  readonly email: string;
}

export const noFields: Fields = { userName: '', password: '', email: '' };

export interface RegisterFormProps {
  readonly server: string;
  /** The user name stands fast. */
  readonly isGuest: boolean;
  readonly offer: RegistrationOffer;
  readonly acts: RegistrationActs;
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
  readonly onSend: () => void;
}

/** Errors that stand beside a field; all others stand above the button. */
const besideFields = /^(user|weak|email)_/;

export function RegisterForm(props: RegisterFormProps) {
  const { server, isGuest, offer, acts, fields, onChange, onSend } = props;
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const refs = {
    userName: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
  };
  const name = useUserNameCheck(server, isGuest ? '' : fields.userName);
  const { error } = acts;
  const needsEmail = offer.email === 'required';
  const set = (change: Partial<Fields>) => {
    onChange({ ...fields, ...change });
    acts.forget();
  };
  const empty = (field: keyof Fields): boolean => tried && fields[field].trim() === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wanted: (keyof Fields)[] = ['userName', 'password'];
    if (needsEmail) wanted.push('email');
    const missing = wanted.find((field) => fields[field].trim() === '');
    const first = missing ?? (isProblem(name) ? 'userName' : undefined);
    if (first !== undefined) refs[first].current?.focus();
    if (acts.pending !== null || first !== undefined) return;
    onSend();
    const email = fields.email.trim();
    await acts.run('register', {
      ...{ server, userName: fields.userName.trim(), password: fields.password },
      email: offer.email === 'none' || email === '' ? null : email,
    });
  };

  const beside = error !== null && besideFields.test(error.code);
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {acts.interrupted && (
        <p role="alert" className={styles.warning}>
          {t('register.interrupted')}
        </p>
      )}
      <TextField
        label={t('login.user')}
        size="l"
        // The whole address of a guest begins with the sign.
        {...(!isGuest && { icon: AtSign })}
        value={fields.userName}
        inputRef={refs.userName}
        autoFocus={!isGuest}
        isReadOnly={isGuest}
        autoComplete="username"
        spellCheck="false"
        onChange={(userName) => set({ userName })}
        error={
          empty('userName')
            ? t('register.userEmpty')
            : (textFor(t, error, 'user_') ?? (isProblem(name) ? t(`error.${name}`) : null))
        }
        hint={isGuest ? undefined : name === 'free' ? t('register.free') : t('register.userHint')}
        suffix={
          <>
            {!server.includes('://') && !fields.userName.includes(':') && (
              <span className={styles.suffix}>:{offer.serverName}</span>
            )}
            {name === 'checking' && <Spinner />}
            {name === 'free' && <Icon icon={CircleCheck} className={styles.found} />}
          </>
        }
      />
      <PasswordField
        label={t('login.password')}
        value={fields.password}
        inputRef={refs.password}
        autoFocus={isGuest}
        isNew
        onChange={(password) => set({ password })}
        error={empty('password') ? t('register.passwordEmpty') : textFor(t, error, 'weak_')}
        hint={
          <PasswordStrength
            password={fields.password}
            known={[fields.userName, offer.serverName, fields.email]}
          />
        }
      />
      {offer.email !== 'none' && (
        <TextField
          label={needsEmail ? t('register.email') : t('register.emailOptional')}
          size="l"
          icon={Mail}
          type="email"
          value={fields.email}
          inputRef={refs.email}
          autoComplete="email"
          spellCheck="false"
          onChange={(email) => set({ email })}
          error={
            needsEmail && empty('email') ? t('register.emailEmpty') : textFor(t, error, 'email_')
          }
          hint={needsEmail ? t('register.emailHint') : t('register.emailOptionalHint')}
        />
      )}
      <div className={own.actions}>
        <AppErrorNote error={beside ? null : error} place="login" />
        <Button type="submit" variant="primary" size="l" wide pending={acts.pending === 'register'}>
          {t('register.submit')}
        </Button>
      </div>
    </form>
  );
}

const isProblem = (name: UserNameState): name is Extract<UserNameState, `user_${string}`> =>
  name.startsWith('user_');
