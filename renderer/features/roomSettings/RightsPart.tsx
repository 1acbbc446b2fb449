// The power level that each act in a room needs. A level above this account's own is read only.
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Select } from '#ui/controls/Select';
import styles from './RoomSettings.module.css';

interface RightsPartProps {
  readonly room: Pick<RoomHeader, 'roomId' | 'isSpace'>;
  readonly administration: RoomAdministration;
}

const moderator = 50;
const admin = 100;

type Right = RoomAdministration['rights'][number]['right'];

/** In the order in which they stand. */
const groups: readonly (readonly [id: 'messages' | 'people' | 'room', rights: readonly Right[]])[] =
  [
    ['messages', ['messages', 'shareLive', 'pin', 'notifyRoom', 'redact']],
    ['people', ['invite', 'kick', 'ban', 'startCalls', 'joinCalls']],
    ['room', ['spaceRooms', 'profile', 'access', 'roles']],
  ];

/** Those that the room has, without the groups of which it has none: nobody writes in a space. */
const groupsOf = (rights: RoomAdministration['rights']) =>
  groups
    .map(
      ([id, of]) =>
        [id, of.flatMap((name) => rights.filter(({ right }) => right === name))] as const,
    )
    .filter(([, of]) => of.length > 0);

/** The room would be lost if everybody had this right. */
const neverUsual: ReadonlySet<Right> = new Set(['roles']);

export function RightsPart({ room, administration }: RightsPartProps) {
  const { t } = useTranslation();
  const { run, error } = useCall('setRoomRight');
  const { roomId } = room;
  const context = room.isSpace ? 'space' : undefined;
  const { rights, usualLevel, ownLevel } = administration;
  const nameOf = (level: number): string => {
    if (level <= usualLevel) return t('roomSettings.levels.everybody');
    if (level === moderator) return t('roomSettings.levels.moderators');
    if (level === admin) return t('roomSettings.levels.admins');
    return t('roomSettings.levels.other', { level });
  };
  const optionsOf = (right: Right, level: number) => {
    // The default level also grants every right with a lower level.
    const shown = Math.max(level, usualLevel);
    const usual = neverUsual.has(right) ? [] : [usualLevel];
    const levels = [...new Set([...usual, moderator, admin, shown])].sort((a, b) => a - b);
    return levels
      .filter((one) => one === shown || one <= (ownLevel ?? admin))
      .map((one) => ({ id: String(one), label: nameOf(one) }));
  };
  return (
    <section className={styles.rightsPart} aria-label={t('roomSettings.rights')}>
      <p className={styles.meta}>{t('roomSettings.rightsHint')}</p>
      {groupsOf(rights).map(([id, of]) => (
        <div key={id} role="group" aria-label={t(`roomSettings.rightGroups.${id}`, { context })}>
          <h3 className={styles.rightsHead}>{t(`roomSettings.rightGroups.${id}`, { context })}</h3>
          <ul className={styles.rights}>
            {of.map(({ right, level, mayChange }) => (
              <li key={right} className={styles.right}>
                <span>{t(`roomSettings.may.${right}`, { context })}</span>
                {mayChange ? (
                  <Select
                    quiet
                    label={t(`roomSettings.may.${right}`, { context })}
                    labelHidden
                    value={String(Math.max(level, usualLevel))}
                    options={optionsOf(right, level)}
                    onChange={(chosen) => void run({ roomId, right, level: Number(chosen) })}
                  />
                ) : (
                  <span className={styles.stands}>{nameOf(level)}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <AppErrorNote error={error} />
    </section>
  );
}
