// Picture, name and topic of a room. An account that may not change them sees them in full.
import { useTranslation } from '#app/words';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { AppErrorNote } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { PictureButton } from '../picture';
import { LinkedText } from '../timeline';
import { Stated } from './Stated';
import { TopicField } from './TopicField';
import type { ProfileField, ProfileFields } from './useProfileFields';
import styles from './RoomSettings.module.css';

interface ProfilePartProps {
  readonly room: { readonly roomId: string; readonly name: string };
  readonly administration: RoomAdministration;
  readonly fields: ProfileFields;
}

export function ProfilePart({ room, administration, fields }: ProfilePartProps) {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { profile, may } = administration;
  const { roomId, name } = room;
  return (
    <section className={styles.part} aria-label={t('roomSettings.general')}>
      <div className={styles.picture}>
        <MediaAvatar id={roomId} name={name} avatar={profile.avatar} size={72} />
        {may.picture && (
          <PictureButton
            has={profile.avatar !== null}
            title={t('picture.room', { name })}
            hint={t('picture.roomSeen')}
            onUse={(ticket) => call('setRoomPicture', { roomId, ticket })}
            testId="room-picture"
          />
        )}
      </div>
      {may.name ? (
        <NameField field={fields.name} usual={name} />
      ) : (
        <Stated label={t('rooms.nameField')} text={name} />
      )}
      {may.topic ? (
        <TopicField field={fields.topic} />
      ) : (
        <Stated
          label={t('rooms.topicField')}
          text={
            profile.topic === null ? t('roomSettings.noTopic') : <LinkedText text={profile.topic} />
          }
        />
      )}
    </section>
  );
}

interface NameFieldProps {
  readonly field: ProfileField;
  /** The computed name of a room without `m.room.name`. */
  readonly usual: string;
}

function NameField({ field, usual }: NameFieldProps) {
  const { t } = useTranslation();
  const { text, isChanged, pending, error, type, save } = field;
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void save();
      }}
    >
      <TextField
        label={t('rooms.nameField')}
        value={text}
        placeholder={usual}
        maxLength={255}
        onChange={type}
      />
      {isChanged && (
        <Button type="submit" variant="primary" pending={pending}>
          {t('app.save')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </form>
  );
}
