// The heading of the list of rooms while it is set to a space: the space, which opens its page, and the way back to all chats.
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened, spaceChosen } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { spaceHeadId } from '../ListHead';
import { roomTreeId } from '../RoomTree';
import styles from './SpaceHead.module.css';

export function SpaceHead({ spaceId }: { readonly spaceId: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value: space } = useValue('room', { roomId: spaceId });
  const isGone = space !== undefined && space.membership !== 'join';
  // The space was left here or elsewhere.
  useEffect(() => {
    if (isGone) dispatch(spaceChosen(null));
  }, [isGone, dispatch]);
  const name = space?.name ?? '';
  return (
    <>
      <h1 id={spaceHeadId} className={styles.heading} aria-label={t('space.chats', { name })}>
        {space !== undefined && (
          <button
            type="button"
            className={styles.space}
            aria-label={t('space.openNamed', { name })}
            onClick={() => dispatch(roomOpened(spaceId))}
          >
            <MediaAvatar id={spaceId} name={name} avatar={space.avatar} size={24} />
            <Name cut>{name}</Name>
          </button>
        )}
      </h1>
      <IconButton
        icon={X}
        label={t('space.all')}
        onPress={() => {
          document.getElementById(roomTreeId)?.focus();
          dispatch(spaceChosen(null));
        }}
      />
    </>
  );
}
