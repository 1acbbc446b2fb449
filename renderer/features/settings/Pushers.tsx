// The other pushers of the account: mails to its own addresses, and apps on phones. Each can be paused or removed. The server keeps them,
// so it is asked here.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import type { Pusher } from '#contract/areas/pushers';
import type { AppError } from '#contract/wire/errors';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';
import styles from './Settings.module.css';

type Said = { readonly all: readonly Pusher[]; readonly error: AppError | null };

const keyOf = ({ pushkey, appId }: Pusher): string => `${appId} ${pushkey}`;

/** The server's pushers, and acts after which they are fetched again. */
function usePushers() {
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [said, setSaid] = useState<Said | null>(null);
  /** The switches that were pressed last, until the pushers are fetched again. */
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({});
  const ask = useCallback(async (): Promise<void> => {
    const answer = await call('pushers', {});
    setSaid((before) =>
      answer.ok
        ? { all: answer.output.all, error: null }
        : { all: before?.all ?? [], error: answer.error },
    );
    setWanted({});
  }, [call]);
  const offline = useValue('sync', {}).value?.phase === 'offline';
  const look = useEffectEvent(() => {
    // Whatever is known already stays while there is no connection.
    if (offline && said !== null) return;
    void ask();
    // The value itself carries the reason of a failure.
    void call('refreshAddresses', {});
  });
  useEffect(() => look(), [offline]);
  const act = async (
    key: string,
    on: boolean,
    done: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AppError }>,
  ): Promise<void> => {
    setWanted((before) => ({ ...before, [key]: on }));
    const result = await done;
    if (!result.ok) tellFailure(result.error);
    await ask();
  };
  return { said, wanted, act, call };
}

export function Pushers() {
  const { t, i18n } = useTranslation();
  const { said, wanted, act, call } = usePushers();
  const { value: addresses } = useValue('addresses', {});
  const [removing, setRemoving] = useState<Pusher | null>(null);
  if (said === null) return null;
  const mails = (addresses?.all ?? []).filter(({ medium }) => medium === 'email');
  const isMail = ({ kind, pushkey }: Pusher): boolean =>
    kind === 'email' && mails.some(({ address }) => address === pushkey);
  const mailOf = (address: string): Pusher | undefined =>
    said.all.find((one) => isMail(one) && one.pushkey === address);
  const others = said.all.filter((one) => !isMail(one));
  if (said.error === null && mails.length === 0 && others.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>{t('notifications.pushers.title')}</h3>
      {said.error?.code === 'offline' ? (
        <p className={styles.note}>{t('notifications.pushers.offline')}</p>
      ) : (
        <AppErrorNote error={said.error} />
      )}
      {mails.map(({ address }) => {
        const known = mailOf(address);
        const key = `mail ${address}`;
        return (
          <SettingSwitch
            key={key}
            label={t('notifications.pushers.mail', { address: isolate(address) })}
            hint={t('notifications.pushers.mailHint')}
            isSelected={wanted[key] ?? known !== undefined}
            onChange={(on) =>
              void act(
                key,
                on,
                on || known === undefined
                  ? call('addMailPusher', { address, lang: i18n.language })
                  : call('removePusher', { pushkey: known.pushkey, appId: known.appId }),
              )
            }
          />
        );
      })}
      {others.map((one) => {
        const { pushkey, appId, app, device, enabled, canPause } = one;
        const name = { pushkey, appId };
        const key = keyOf(one);
        const on = wanted[key] ?? enabled;
        return (
          <SettingRow
            key={key}
            title={isolate(device ?? app)}
            text={on ? isolate(app) : t('notifications.pushers.paused', { app: isolate(app) })}
          >
            {canPause && (
              <Button
                aria-label={t(
                  on ? 'notifications.pushers.pauseNamed' : 'notifications.pushers.resumeNamed',
                  {
                    name: isolate(device ?? app),
                  },
                )}
                onPress={() => void act(key, !on, call('pausePusher', { ...name, on: !on }))}
              >
                {t(on ? 'notifications.pushers.pause' : 'notifications.pushers.resume')}
              </Button>
            )}
            <Button
              variant="textDanger"
              className={styles.flush}
              aria-label={t('notifications.pushers.removeNamed', { name: isolate(device ?? app) })}
              onPress={() => setRemoving(one)}
            >
              {t('notifications.pushers.remove')}
            </Button>
          </SettingRow>
        );
      })}
      <ConfirmDialog
        title={t('notifications.pushers.removeTitle')}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        confirmLabel={t('notifications.pushers.remove')}
        cancelLabel={t('app.cancel')}
        onConfirm={() => {
          if (removing === null) return;
          setRemoving(null);
          const { pushkey, appId } = removing;
          void act(keyOf(removing), false, call('removePusher', { pushkey, appId }));
        }}
        danger
      >
        <p>
          {t('notifications.pushers.removeText', {
            name: isolate(removing?.device ?? removing?.app ?? ''),
          })}
        </p>
      </ConfirmDialog>
    </>
  );
}
