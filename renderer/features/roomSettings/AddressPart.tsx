// How a room is found: its addresses on the own server, the one it is known by, and whether the server lists it.
import { serverNameOf } from '#contract/plainNames';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAddresses } from '#contract/areas/rooms/directoryModels';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import type { Result } from '#app/result';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { Select } from '#ui/controls/Select';
import { Waiting } from '#ui/layout/Spinner';
import { Switch } from '#ui/controls/Switch';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { TextField } from '#ui/controls/TextField';
import styles from './RoomSettings.module.css';

const none = '';
const localShape = /^[^\s:#]+$/;

interface AddressPartProps {
  readonly room: { readonly roomId: string; readonly isSpace: boolean };
  /** The room's own words about its addresses may be changed. */
  readonly may: boolean;
}

export function AddressPart({ room, may }: AddressPartProps) {
  const { roomId, isSpace } = room;
  const { t } = useTranslation();
  const context = isSpace ? 'space' : undefined;
  const call = useEngineCall();
  const [addresses, setAddresses] = useState<RoomAddresses | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const told = useRef<HTMLDivElement>(null);
  // The reason stands below what was pressed, perhaps below the fold of the dialog.
  useEffect(() => {
    if (error !== null) told.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const load = async (): Promise<void> => {
    const answer = await call('roomAddresses', { roomId });
    if (answer.ok) setAddresses(answer.output);
    else setError(answer.error);
  };
  useEffect(() => {
    void load();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each room
  }, [roomId]);
  const done = async (act: Promise<Result<unknown>>): Promise<boolean> => {
    setError(null);
    const result = await act;
    if (!result.ok) setError(result.error);
    else await load();
    return result.ok;
  };
  return (
    <section className={styles.part} aria-label={t('roomSettings.addresses')}>
      <h3 className={styles.title}>{t('roomSettings.addresses')}</h3>
      {addresses === null && error === null && (
        <Waiting label={t('roomSettings.addressesLoading', { context })} />
      )}
      {addresses !== null && (
        <>
          {/* Before all that grows with an address, so that nothing moves under the pointer. */}
          <Add onAdd={(alias) => done(call('addAlias', { roomId, alias }))} />
          <Local
            isSpace={isSpace}
            addresses={addresses}
            onRemove={(alias) => void done(call('removeAlias', { roomId, alias }))}
          />
          <Main
            addresses={addresses}
            may={may}
            onChange={(alias) => {
              // Shows the change before the room's state comes back through sync.
              setAddresses({ ...addresses, main: alias });
              void call('setMainAlias', { roomId, alias }).then((result) => {
                if (!result.ok) setError(result.error);
              });
            }}
          />
          {addresses.listed !== null && (
            <Switch
              label={t('roomSettings.listed', { context })}
              hint={t(may ? 'roomSettings.listedHint' : 'roomSettings.mayNotThis', { context })}
              isDisabled={!may}
              isSelected={addresses.listed}
              onChange={(on) => void done(call('setListed', { roomId, on }))}
            />
          )}
        </>
      )}
      <div ref={told}>
        <AppErrorNote error={error} place="roomAddress" />
      </div>
    </section>
  );
}

interface MainProps extends Pick<AddressPartProps, 'may'> {
  readonly addresses: RoomAddresses;
  readonly onChange: (alias: string | null) => void;
}

function Main({ addresses, may, onChange }: MainProps) {
  const { t } = useTranslation();
  const { main, others, local } = addresses;
  const all = [...new Set([...(main === null ? [] : [main]), ...others, ...local])];
  if (!may)
    return (
      <div>
        <div className={styles.title}>{t('roomSettings.mainAddress')}</div>
        <div>{main ?? t('roomSettings.noMain')}</div>
      </div>
    );
  if (all.length === 0) return null;
  return (
    <Select
      label={t('roomSettings.mainAddress')}
      value={main ?? none}
      onChange={(alias) => onChange(alias === none ? null : alias)}
      options={[
        { id: none, label: t('roomSettings.noMain') },
        ...all.map((alias) => ({ id: alias, label: alias })),
      ]}
    />
  );
}

interface LocalProps {
  readonly isSpace: boolean;
  readonly addresses: RoomAddresses;
  readonly onRemove: (alias: string) => void;
}

function Local({ isSpace, addresses: { local }, onRemove }: LocalProps) {
  const { t } = useTranslation();
  const context = isSpace ? 'space' : undefined;
  const [asked, setAsked] = useState<string | null>(null);
  if (local.length === 0)
    return <p className={styles.meta}>{t('roomSettings.noLocal', { context })}</p>;
  return (
    <>
      <ul aria-label={t('roomSettings.local')}>
        {local.map((alias) => (
          <li key={alias} className={styles.row}>
            <span>{alias}</span>
            <IconButton
              icon={Trash2}
              label={t('roomSettings.remove', { address: alias })}
              onPress={() => setAsked(alias)}
            />
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title={t('roomSettings.removeTitle', { address: isolate(asked) })}
          isOpen
          onClose={() => setAsked(null)}
          confirmLabel={t('roomSettings.removeAddress')}
          cancelLabel={t('app.cancel')}
          danger
          onConfirm={() => {
            setAsked(null);
            onRemove(asked);
          }}
        >
          <p>{t('roomSettings.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Add({ onAdd }: { readonly onAdd: (alias: string) => Promise<boolean> }) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const [text, setText] = useState('');
  const [bad, setBad] = useState(false);
  const [pending, setPending] = useState(false);
  const server = serverNameOf(session?.userId ?? '');
  const submit = async (): Promise<void> => {
    const local = text.trim().replace(/^#/, '').replace(`:${server}`, '');
    setBad(!localShape.test(local));
    if (!localShape.test(local)) return;
    setPending(true);
    const isAdded = await onAdd(`#${local}:${server}`);
    setPending(false);
    if (isAdded) setText('');
  };
  return (
    <form
      noValidate
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void submit();
      }}
    >
      <TextField
        label={t('roomSettings.newAddress')}
        hint={t('roomSettings.newAddressHint')}
        value={text}
        spellCheck="false"
        maxLength={200}
        onChange={setText}
        error={bad ? t('roomSettings.newAddressBad') : null}
      />
      <Button type="submit" pending={pending}>
        {t('roomSettings.add')}
      </Button>
    </form>
  );
}
