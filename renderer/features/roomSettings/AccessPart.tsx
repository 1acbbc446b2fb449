// Join rule, history visibility and guest access of a room. Each change is sent at once; settings that this account may not change are
// shown disabled.
import { useTranslation } from '#app/words';
import type { RoomAdministration, RulesChange } from '#contract/areas/rooms/administer';
import { historyVisibilities } from '#contract/plainNames';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Select } from '#ui/controls/Select';
import { Switch } from '#ui/controls/Switch';
import { JoinRuleChoice } from './JoinRuleChoice';
import { Stated } from './Stated';
import styles from './RoomSettings.module.css';

interface AccessPartProps {
  readonly room: {
    readonly roomId: string;
    readonly encrypted: boolean;
    readonly isSpace: boolean;
  };
  readonly administration: RoomAdministration;
}

export function AccessPart({ room, administration }: AccessPartProps) {
  const { t } = useTranslation();
  const { run, error } = useCall('setRoomRules');
  const { rules, may } = administration;
  const change = (wanted: RulesChange): void => void run({ roomId: room.roomId, change: wanted });
  return (
    <section className={styles.part} aria-label={t('roomSettings.access')}>
      <JoinRuleChoice administration={administration} change={change} />
      {!room.isSpace && (
        <HistoryChoice room={room} administration={administration} change={change} />
      )}
      <Switch
        label={t('roomSettings.guests')}
        hint={may.guests ? t('roomSettings.guestsHint') : t('roomSettings.mayNotThis')}
        isSelected={rules.guests === 'can_join'}
        isDisabled={!may.guests}
        onChange={(on) => change({ guests: on ? 'can_join' : 'forbidden' })}
      />
      <AppErrorNote error={error} />
    </section>
  );
}

interface HistoryChoiceProps extends AccessPartProps {
  readonly change: (wanted: RulesChange) => void;
}

/** History visibility; a space has none that matters, because it holds no messages. */
function HistoryChoice({ room, administration, change }: HistoryChoiceProps) {
  const { t } = useTranslation();
  const { rules, may } = administration;
  return (
    <>
      {may.history ? (
        <Select
          label={t('roomSettings.history')}
          value={rules.history}
          onChange={(history) => change({ history })}
          options={historyVisibilities.map((id) => ({
            id,
            label: t(`roomSettings.histories.${id}`),
          }))}
        />
      ) : (
        <Stated
          label={t('roomSettings.history')}
          text={t(`roomSettings.histories.${rules.history}`)}
        />
      )}
      {rules.history === 'world_readable' && room.encrypted && (
        <p className={styles.meta}>{t('roomSettings.worldEncrypted')}</p>
      )}
      {rules.history === 'shared' && room.encrypted && (
        <p className={styles.meta}>{t('roomSettings.sharedEncrypted')}</p>
      )}
    </>
  );
}
