// The version of a room, whether it should have another one, and the move there.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { roomLinked } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { Select } from '#ui/controls/Select';
import { Switch } from '#ui/controls/Switch';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './RoomSettings.module.css';

interface VersionPartProps {
  readonly room: { readonly roomId: string; readonly name: string; readonly isSpace: boolean };
  readonly administration: RoomAdministration;
  readonly onClose: () => void;
}

interface Need {
  readonly version: string;
  readonly needed: boolean;
  readonly urgent: boolean;
}

export function VersionPart({ room, administration, onClose }: VersionPartProps) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { roomId } = room;
  const { version, may } = administration;
  const [need, setNeed] = useState<Need | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    let gone = false;
    void call('versionNeed', { roomId }).then((answer) => {
      if (!gone && answer.ok) setNeed(answer.output);
    });
    return () => {
      gone = true;
    };
  }, [call, roomId, version]);
  const context = room.isSpace ? 'space' : undefined;
  return (
    <section className={styles.part} aria-label={t('roomSettings.version')}>
      <h3 className={styles.title}>{t('roomSettings.version')}</h3>
      <p className={styles.meta}>
        {t('roomSettings.versionNow', { version, context })}{' '}
        {need !== null && <Suggested need={need} version={version} isSpace={room.isSpace} />}
      </p>
      {may.upgrade && need !== null && isBehind(need, version) && (
        <div>
          <Button onPress={() => setAsking(true)}>{t('roomSettings.upgrade')}</Button>
        </div>
      )}
      {asking && (
        <UpgradeDialog
          room={room}
          needsInvitations={administration.rules.joinRule !== 'public'}
          now={version}
          suggested={need?.version ?? null}
          onCancel={() => setAsking(false)}
          onDone={onClose}
        />
      )}
    </section>
  );
}

interface SuggestedProps {
  readonly need: Need;
  readonly version: string;
  readonly isSpace: boolean;
}

/** Versions that are no numbers are of a server's own making and have no order. */
const isBehind = ({ needed, urgent, version }: Need, now: string): boolean =>
  needed || urgent || Number(now) < Number(version);

function Suggested({ need, version: now, isSpace }: SuggestedProps) {
  const { t } = useTranslation();
  const { needed, urgent, version } = need;
  if (urgent)
    return (
      <strong>
        {t('roomSettings.urgent', { version, context: isSpace ? 'space' : undefined })}
      </strong>
    );
  if (needed) return t('roomSettings.needed', { version });
  return isBehind(need, now) ? t('roomSettings.works', { version }) : t('roomSettings.upToDate');
}

interface UpgradeDialogProps extends Pick<VersionPartProps, 'room'> {
  /** Whether people can come into the new room only by an invitation. */
  readonly needsInvitations: boolean;
  /** The version of this room. */
  readonly now: string;
  readonly suggested: string | null;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

function UpgradeDialog({
  room,
  needsInvitations,
  now,
  suggested,
  onCancel,
  onDone,
}: UpgradeDialogProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const upgrade = useCall('upgradeRoom');
  const call = useEngineCall();
  const [inviting, setInviting] = useState(true);
  const { value: versions } = useValue('roomVersions', {});
  const usual = suggested ?? versions?.default ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const version = chosen ?? usual;
  const [showsAll, setShowsAll] = useState(false);
  const others = (versions?.available ?? []).filter(({ id }) => id !== now);
  const wise = others
    .filter(({ id, isStable }) => id === usual || (isStable && Number(id) > Number(now)))
    .sort((one, other) => Number(other.id === usual) - Number(one.id === usual));
  const offered = showsAll ? others : wise;
  const context = room.isSpace ? 'space' : undefined;
  const confirm = async (): Promise<void> => {
    const result = await upgrade.run({ roomId: room.roomId, version });
    if (!result.ok) return;
    toasts.show({ text: t('roomSettings.upgraded', { context }) });
    const { roomId } = result.output;
    // Goes on while the new room is on show, which offers it again for whoever was not reached.
    if (needsInvitations && inviting) void call('inviteLeftBehind', { roomId });
    onDone();
    dispatch(roomLinked({ roomId, alias: null, via: [], eventId: null }));
  };
  const labelOf = (id: string, isStable: boolean): string => {
    if (id === usual) return t('roomSettings.usual', { version: id });
    return isStable ? id : t('roomSettings.unstable', { version: id });
  };
  return (
    <ConfirmDialog
      title={t('roomSettings.upgradeTitle', { name: room.name })}
      isOpen
      onClose={onCancel}
      confirmLabel={t('roomSettings.upgradeDo', { context })}
      cancelLabel={t('app.cancel')}
      danger
      pending={upgrade.pending}
      onConfirm={() => void confirm()}
    >
      <p>{t('roomSettings.upgradeText', { context })}</p>
      <div className={styles.choices}>
        {versions !== undefined && (
          <Select
            label={t('roomSettings.upgradeTo', { now, context })}
            value={version}
            onChange={setChosen}
            options={offered.map(({ id, isStable }) => ({ id, label: labelOf(id, isStable) }))}
          />
        )}
        {offered.length < others.length && (
          <div>
            <Button variant="text" flush onPress={() => setShowsAll(true)}>
              {t('roomSettings.otherVersions')}
            </Button>
          </div>
        )}
        {needsInvitations && (
          <Switch
            label={t('roomSettings.upgradeInvite')}
            hint={t('roomSettings.upgradeInviteHint', { context })}
            isSelected={inviting}
            onChange={setInviting}
          />
        )}
      </div>
      <AppErrorNote error={upgrade.error} />
    </ConfirmDialog>
  );
}
