// Picture, name and topic of a room. An account that may not change them sees them in full.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { TextField } from '#ui/controls/TextField';
import { PictureButton } from '../picture';
import { Stated } from './Stated';
import { TopicField } from './TopicField';
import styles from './RoomSettings.module.css';

interface ProfilePartProps {
  readonly room: { readonly roomId: string; readonly name: string };
  readonly administration: RoomAdministration;
}

export function ProfilePart({ room, administration }: ProfilePartProps) {
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
        <NameField roomId={roomId} name={profile.name ?? ''} usual={name} />
      ) : (
        <Stated label={t('rooms.nameField')} text={name} />
      )}
      {may.topic ? (
        <TopicField roomId={roomId} topic={profile.topic ?? ''} />
      ) : (
        <Stated label={t('rooms.topicField')} text={profile.topic ?? t('roomSettings.noTopic')} />
      )}
    </section>
  );
}

interface NameFieldProps {
  readonly roomId: string;
  readonly name: string;
  /** The computed name of a room without `m.room.name`. */
  readonly usual: string;
}

function NameField({ roomId, name, usual }: NameFieldProps) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('renameRoom');
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = typed?.trim() ?? name;
  const save = async (): Promise<void> => {
    if ((await run({ roomId, name: wanted })).ok) setTyped(null);
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== name) void save();
      }}
    >
      <TextField
        label={t('rooms.nameField')}
        value={typed ?? name}
        placeholder={usual}
        maxLength={255}
        onChange={setTyped}
      />
      {wanted !== name && (
        <Button type="submit" variant="primary" pending={pending}>
          {t('app.save')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </form>
  );
}
