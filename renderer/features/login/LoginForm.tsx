// The form with server, user name and password. It looks for the server when its field is left, and shows each error beside its field.
import type { TFunction } from 'i18next';
import { AtSign, CircleCheck, Globe } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { useAccount, useShellValue } from '#app/context';
import { AppErrorNote, errorText } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { Spinner } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { BrowserWait } from './browser/BrowserWait';
import { BrowserWays, hasBrowserWay } from './browser/BrowserWays';
import { useKeepServer } from './keptServer';
import { Looking } from './Notes';
import { PasswordField } from './PasswordField';
import { useBrowserSignIn } from './browser/useBrowserSignIn';
import { OtherWays } from './OtherWays';
import { useDiscovery, type Discovery } from './useDiscovery';
import styles from './Login.module.css';

export interface LoginFormProps {
  /** Signing in again: server and user cannot be changed. */
  readonly fixed?: { readonly server: string; readonly user: string };
  /** The initial text of the server field. */
  readonly server?: string;
  readonly onStart?: () => void;
  readonly onDone?: () => void;
  /** Absent: no new account can be made here. */
  readonly onRegister?: (server: string) => void;
  readonly onForgotten: (server: string) => void;
  /** Absent: linking is not offered. `server`: the server over which the two devices connect. */
  readonly onLink?: (server: string | undefined) => void;
}

/** Error codes that are shown at the password field; all others are shown above the button. */
const passwordErrors: ReadonlySet<string> = new Set(['wrong_password', 'forbidden']);

/** The server was there a moment ago: the line is lost, and its address is right. */
const isOutOfReach = ({ code }: AppError): boolean =>
  code === 'unknown_server' || code === 'offline';

function passwordProblem(error: AppError | null): AppError | null {
  return error !== null && passwordErrors.has(error.code) ? error : null;
}

/** A server that is not chosen here is asked at once. */
function useCheckOf(server: string | null, check: (server: string) => Promise<unknown>): void {
  useEffect(() => {
    if (server !== null) void check(server);
  }, [server, check]);
}

export function LoginForm(props: LoginFormProps) {
  const { fixed, server: known = '', onStart, onDone, onRegister, onForgotten, onLink } = props;
  const { t } = useTranslation();
  const [server, setServer] = useState(fixed?.server ?? known);
  // A server that was not found is reported when the field is left, not while the name is being typed, and not for a guess of ours.
  const [left, setLeft] = useState(false);
  const [user, setUser] = useState(fixed?.user ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { discovery, check, wasAsked, forget, lost } = useDiscovery();
  const signIn = useCall('signIn');
  const isHere = useIsHere(fixed !== undefined);
  const serverRef = useRef<HTMLInputElement>(null);
  const userRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const wanted = server.trim();
  const wrong = passwordProblem(signIn.error);
  const door = useBrowserSignIn(onStart);
  const found = discovery.state === 'found' ? discovery.found : null;
  const noWay = found !== null && !found.password && !hasBrowserWay(found);
  const asks = fixed === undefined;
  // A user name that nobody typed is not said to be wrong.
  const place = asks ? 'login' : 'loginAgain';
  useKeepServer(asks && discovery.state === 'found' ? discovery.server : null);
  useCheckOf(fixed?.server ?? null, check);
  useLookAhead(asks && looksWhole(wanted) ? wanted : null, check, wasAsked);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const first = firstEmpty([
      [serverRef, wanted],
      [userRef, user.trim()],
      [passwordRef, password],
    ]);
    first?.focus();
    if (signIn.pending || first !== null) return;
    if (fixed === undefined) {
      const known = discovery.state === 'found' && discovery.server === wanted;
      const answer = known ? discovery : await check(wanted);
      if (answer.state !== 'found' || !answer.found.password) return serverRef.current?.focus();
      if (isHere(user, answer)) return userRef.current?.focus();
    }
    onStart?.();
    const result = await signIn.run({ server: wanted, user: user.trim(), password });
    if (result.ok) {
      setPassword('');
      onDone?.();
    } else if (asks && isOutOfReach(result.error)) {
      // The server field says it, in place of that the server was found.
      lost(wanted, { ...result.error, code: 'offline' });
      signIn.reset();
    } else if (passwordProblem(result.error) !== null) {
      passwordRef.current?.select();
      passwordRef.current?.focus();
    }
  };

  const { state: browser } = door.state;
  if (browser !== 'idle' && browser !== 'failed') return <BrowserWait door={door} />;
  // Until the server has answered, a renewed sign-in shows no method.
  const withPassword = found?.password ?? (asks || discovery.state === 'failed');
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {fixed === undefined && (
        <TextField
          label={t('login.server')}
          size="l"
          icon={Globe}
          value={server}
          inputRef={serverRef}
          autoFocus={known === ''}
          autoComplete="off"
          spellCheck="false"
          placeholder={t('login.serverPlaceholder')}
          onChange={(value) => {
            setServer(value);
            setLeft(false);
            forget();
            signIn.reset();
            door.forget();
          }}
          onBlur={() => {
            setLeft(true);
            if (!isAnswerFor(discovery, wanted)) void check(wanted);
          }}
          error={serverProblem(t, left || tried ? discovery : hushed(discovery), {
            empty: tried && wanted === '',
            noWay,
          })}
          hint={serverHint(t, discovery)}
          suffix={<DiscoveryMark discovery={discovery} />}
        />
      )}
      {found !== null && hasBrowserWay(found) && (
        <BrowserWays found={found} server={wanted} door={door} mayCreate={asks} />
      )}
      {!asks && found === null && !withPassword && <Looking />}
      {withPassword && (
        <>
          {/* An account that stands fast is named above the form. */}
          {asks && (
            <TextField
              label={t('login.user')}
              size="l"
              icon={AtSign}
              value={user}
              inputRef={userRef}
              autoFocus={known !== ''}
              autoComplete="username"
              spellCheck="false"
              onChange={(value) => {
                setUser(value);
                signIn.reset();
              }}
              error={userProblem(t, tried && user.trim() === '', tried && isHere(user, discovery))}
              suffix={
                namesServer(discovery) && !user.includes(':') ? (
                  <span className={styles.suffix}>:{discovery.found.serverName}</span>
                ) : undefined
              }
            />
          )}
          <PasswordField
            label={t('login.password')}
            value={password}
            inputRef={passwordRef}
            autoFocus={fixed !== undefined}
            onChange={(value) => {
              setPassword(value);
              signIn.reset();
            }}
            error={
              wrong !== null
                ? errorText(t, wrong, place)
                : tried && password === ''
                  ? t('login.passwordEmpty')
                  : null
            }
          />
          <AppErrorNote error={wrong === null ? signIn.error : null} place={place} />
          <Button type="submit" variant="primary" size="l" wide pending={signIn.pending}>
            {fixed === undefined ? t('login.submit') : t('login.again')}
          </Button>
        </>
      )}
      <OtherWays
        {...{ found, onLink, server: wanted }}
        onForgotten={() => onForgotten(wanted)}
        onRegister={onRegister === undefined ? undefined : () => onRegister(wanted)}
      />
    </form>
  );
}

/** Always one line of text, so that the fields below do not move when the server answers. */
function serverHint(t: TFunction, discovery: Discovery): string {
  if (discovery.state === 'checking') return t('login.checking');
  return discovery.state === 'found'
    ? t('login.found', { server: discovery.found.serverName })
    : t('login.serverHint');
}

function userProblem(t: TFunction, empty: boolean, here: boolean): string | null {
  if (empty) return t('login.userEmpty');
  return here ? t('error.already_signed_in') : null;
}

/** Whether this person is signed in here already, judged by server and user name; a second profile of the same account is of no use. */
function useIsHere(again: boolean) {
  const { accountId } = useAccount();
  const rows = useShellValue('accounts')?.accounts ?? [];
  return (user: string, discovery: Discovery): boolean => {
    if (again || discovery.state !== 'found') return false;
    const name = user.trim();
    const userId = name.startsWith('@') ? name : `@${name}:${discovery.found.serverName}`;
    return rows.some(
      (row) =>
        row.accountId !== accountId &&
        row.signedIn &&
        row.userId?.toLowerCase() === userId.toLowerCase(),
    );
  };
}

/** Looks for the server when typing pauses. */
function useLookAhead(
  server: string | null,
  check: (server: string) => Promise<Discovery>,
  wasAsked: (server: string) => boolean,
): void {
  useEffect(() => {
    if (server === null) return undefined;
    const timer = setTimeout(() => {
      if (!wasAsked(server)) void check(server);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [server, check, wasAsked]);
}

type Filled = readonly [field: RefObject<HTMLInputElement | null>, text: string];

const firstEmpty = (fields: readonly Filled[]): HTMLInputElement | null =>
  fields.find(([field, text]) => field.current !== null && text === '')?.[0].current ?? null;

/** An address with a scheme is where the server answers; it is not the server name in user ids. */
const namesServer = (
  discovery: Discovery,
): discovery is Extract<Discovery, { readonly state: 'found' }> =>
  discovery.state === 'found' && !discovery.server.includes('://');

/** The pause in typing after which the server is looked for. */
const pauseMs = 500;

/** Whether the text may be a complete name or address; anything else is not looked for. */
const looksWhole = (server: string): boolean => /^\S+[.:]\S+[^.:/\s]\/?$|^localhost$/.test(server);

/** A failed discovery is not shown while the person types, because the name may be incomplete. */
const hushed = (discovery: Discovery): Discovery =>
  discovery.state === 'failed' ? { state: 'idle' } : discovery;

const isAnswerFor = (discovery: Discovery, server: string): boolean =>
  discovery.state !== 'idle' && discovery.state !== 'failed' && discovery.server === server;

function serverProblem(
  t: TFunction,
  discovery: Discovery,
  { empty, noWay }: { readonly empty: boolean; readonly noWay: boolean },
): string | null {
  if (empty) return t('login.serverEmpty');
  if (discovery.state === 'failed') return errorText(t, discovery.error, 'login');
  return noWay ? t('login.noWay') : null;
}

function DiscoveryMark({ discovery }: { readonly discovery: Discovery }) {
  if (discovery.state === 'checking') return <Spinner />;
  if (discovery.state === 'found' && (discovery.found.password || hasBrowserWay(discovery.found))) {
    return <Icon icon={CircleCheck} className={styles.found} />;
  }
  return null;
}
