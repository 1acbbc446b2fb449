// A room or a person of a bridged network, found by what they are called there.
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { Bridge, BridgedPlace } from '#contract/areas/rooms/directoryModels';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { Button } from '#ui/controls/Button';
import { Segmented } from '#ui/controls/Segmented';
import { TextField } from '#ui/controls/TextField';
import { Name } from '#ui/text/Name';
import type { ExploreProps } from './Explore';
import styles from './Explore.module.css';

type What = 'place' | 'user';

export function Bridged({ bridge, onOpened }: ExploreProps & { readonly bridge: Bridge }) {
  const { t } = useTranslation();
  const find = useCall('findBridged');
  const [what, setWhat] = useState<What>('place');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [found, setFound] = useState<readonly BridgedPlace[] | null>(null);
  const named = what === 'place' ? bridge.placeFields : bridge.userFields;
  const network = bridge.networks[0]?.name ?? bridge.protocol;
  const submit = async (): Promise<void> => {
    const said = Object.fromEntries(
      named.flatMap(({ name }) => {
        const text = (fields[name] ?? '').trim();
        return text === '' ? [] : [[name, text] as const];
      }),
    );
    const result = await find.run({ what, protocol: bridge.protocol, fields: said });
    setFound(result.ok ? result.output.found : null);
  };
  return (
    <form
      noValidate
      className={styles.form}
      aria-label={t('explore.bridged', { network })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!find.pending) void submit();
      }}
    >
      <Segmented
        label={t('explore.what')}
        value={what}
        onChange={(next) => {
          setWhat(next);
          setFound(null);
        }}
        options={[
          { id: 'place', label: t('explore.place') },
          { id: 'user', label: t('explore.user') },
        ]}
      />
      <div className={styles.fields}>
        {named.map(({ name, example }) => (
          <TextField
            key={name}
            label={name}
            placeholder={example}
            value={fields[name] ?? ''}
            maxLength={255}
            onChange={(text) => setFields({ ...fields, [name]: text })}
          />
        ))}
      </div>
      <div className={styles.acts}>
        <Button type="submit" pending={find.pending}>
          {t('explore.find')}
        </Button>
      </div>
      <AppErrorNote error={find.error} />
      {found?.length === 0 && (
        <p className={styles.meta} role="status">
          {t('explore.bridgedNone')}
        </p>
      )}
      {found !== null && found.length > 0 && (
        <ul aria-label={t('explore.bridgedFound', { network })}>
          {found.map((one) => (
            <li key={one.address} className={styles.row}>
              <div className={styles.words}>
                <div className={styles.name}>
                  <Name>{one.name === '' ? one.address : one.name}</Name>
                </div>
                <div className={styles.about}>{one.address}</div>
              </div>
              <Enter what={what} place={one} onOpened={onOpened} />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

interface EnterProps {
  readonly what: What;
  readonly place: BridgedPlace;
  readonly onOpened: (roomId: string) => void;
}

function Enter({ what, place, onOpened }: EnterProps) {
  const { t } = useTranslation();
  const join = useCall('joinRoom');
  const write = useCall('createRoom');
  const requestId = useRef<string | null>(null);
  requestId.current ??= newRequestId();
  const { address, name } = place;
  const enter = async (): Promise<void> => {
    const result =
      what === 'place'
        ? await join.run({ roomIdOrAlias: address, via: [] })
        : await write.run({
            ...{ requestId: requestId.current ?? newRequestId(), name: null, topic: null },
            // A bridge reads what it carries.
            ...{ direct: true, encrypted: false, public: false, invite: [address] },
          });
    if (result.ok) onOpened(result.output.roomId);
  };
  const called = name === '' ? address : name;
  return (
    <div className={styles.acts}>
      <Button
        aria-label={t(what === 'place' ? 'explore.joinNamed' : 'explore.writeNamed', {
          name: called,
        })}
        pending={join.pending || write.pending}
        onPress={() => void enter()}
      >
        {t(what === 'place' ? 'explore.join' : 'explore.write')}
      </Button>
      <AppErrorNote error={join.error ?? write.error} place="joinRoom" />
    </div>
  );
}
