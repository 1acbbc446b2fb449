// The heading of the list of rooms while it is set to a space: the space, which opens its page, and the way back to all chats.
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/spaces.en.json';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened, spaceChosen } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { useToasts } from '#ui/overlays/Toasts';
import { Name } from '#ui/text/Name';
import { spaceHeadId } from '../ListHead';
import { roomTreeId } from '../RoomTree';
import styles from './SpaceHead.module.css';

addWords(words);

export function SpaceHead({ spaceId }: { readonly spaceId: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { value: space } = useValue('room', { roomId: spaceId });
  const toasts = useToasts();
  const name = space?.name ?? '';
  const isGone = space !== undefined && space.membership !== 'join';
  const { how, by } = space?.departure ?? {};
  const out = how === 'removed' || how === 'banned' ? how : null;
  const told = out === null ? null : t(`spaces.${out}`, { by: by?.name ?? '?', name });
  // The space was left, here or elsewhere, or somebody else has ended the membership, and that is said.
  useEffect(() => {
    if (!isGone) return;
    if (told !== null) toasts.show({ text: told });
    dispatch(spaceChosen(null));
  }, [isGone, told, toasts, dispatch]);
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
