// One option of the palette: how a place, a file or an act is drawn, and where it leads.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { FoundPlace } from '#contract/areas/messages/search';
import { directoryOpened, fileRevealed } from '#app/places/filesPlace';
import { MediaAvatar } from '#app/MediaAvatar';
import { messageShown, personOpened, placeOpened, roomOpened } from '#app/places/navigation';
import { useComposerAfterwards } from '#app/composerFocus';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Badge } from '#ui/marks/Badge';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import type { Mark } from '#ui/text/marked';
import { KindIcon } from '../files';
import type { PaletteAct } from './options';

export interface Option {
  readonly id: string;
  readonly picture: ReactNode;
  readonly name: string;
  readonly marks: readonly Mark[];
  /** Beside the name, quiet: in the direction of the language, so each name in it is isolated. */
  readonly about: string | null;
  /** A long name is cut before it. */
  readonly aboutStays?: boolean;
  readonly end: ReactNode;
  readonly keys: string | null;
  /** Stands in the field then, and the palette stays. */
  readonly retype?: string;
  readonly run: () => void;
  /** The dialog that asks further, in place of the palette. */
  readonly dialog?: (onClose: () => void) => ReactNode;
}

export type RoomPlace = Extract<FoundPlace, { kind: 'room' }>;

export const noMarks: readonly Mark[] = [];
export const sign = (icon: LucideIcon): ReactNode => <Icon icon={icon} size={20} />;

export function useOptionOf() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const openRoomId = useAppSelector(({ navigation }) => navigation.roomId);
  const toComposer = useComposerAfterwards();
  const badgeOf = ({ unread, highlights, dot, membership }: RoomPlace): ReactNode => {
    // An invitation mentions nobody, as in the list.
    if (membership === 'invite')
      return <Badge kind="count" count={1} label={t('rooms.invitation')} />;
    if (highlights > 0)
      return (
        <Badge
          kind="mention"
          count={highlights}
          label={t('rooms.mentioned', { count: highlights })}
        />
      );
    if (unread > 0)
      return <Badge kind="count" count={unread} label={t('rooms.unread', { count: unread })} />;
    return dot ? <Badge kind="dot" label={t('rooms.unreadDot')} /> : null;
  };
  const aboutRoom = (place: RoomPlace): string | null => {
    if (place.moved === true) return t('palette.moved');
    if (place.address !== undefined) return isolate(place.address);
    if (place.alias !== null) return isolate(place.alias);
    if (place.membership === 'invite') return t('palette.invitation');
    if (place.membership === 'knock') return t('palette.asked');
    if (place.membership === 'leave') return t('palette.removed');
    if (place.isSpace) return t('palette.space');
    if (place.directUserId !== null || place.people === null) return null;
    return t('palette.members', { count: place.people });
  };
  const ofPlace = (place: FoundPlace): Option => {
    const { key: id, marks } = place;
    if (place.kind === 'room')
      return {
        id,
        picture: (
          <MediaAvatar
            id={place.directUserId ?? place.roomId}
            name={place.name}
            avatar={place.avatar}
            size={24}
          />
        ),
        name: place.name,
        marks,
        about: aboutRoom(place),
        end: badgeOf(place),
        keys: null,
        run: () => {
          dispatch(roomOpened(place.roomId));
          // The chat that is open already does not open anew.
          if (place.roomId === openRoomId) toComposer();
        },
      };
    if (place.kind === 'person') {
      const { person, roomId, roomName } = place;
      return {
        id,
        picture: (
          <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
        ),
        name: person.name,
        marks,
        about: person.ambiguous
          ? isolate(person.userId)
          : t('palette.with', { name: isolate(roomName) }),
        end: null,
        keys: null,
        // Over what is open: the room only tells of the person.
        run: () => dispatch(personOpened({ roomId, userId: person.userId })),
      };
    }
    return {
      id,
      picture: <KindIcon kind="directory" size="s" />,
      name: place.name,
      marks,
      about: place.path.length === 0 ? t('palette.folder') : place.path.map(isolate).join(' / '),
      end: null,
      keys: null,
      run: () => {
        dispatch(directoryOpened(place.roomId));
        dispatch(placeOpened('files'));
      },
    };
  };
  const ofFile = (file: FoundFile): Option => ({
    id: `file:${file.key}`,
    picture: <KindIcon kind={file.fileKind} size="s" />,
    name: file.name,
    marks: noMarks,
    about: isolate(file.where),
    end: null,
    keys: null,
    run: () => {
      const { roomId, eventId, inDirectory } = file;
      if (!inDirectory) return void dispatch(messageShown({ roomId, eventId }));
      dispatch(fileRevealed({ roomId, entryId: eventId }));
      dispatch(placeOpened('files'));
    },
  });
  const ofAct = (act: PaletteAct, marks: readonly Mark[]): Option => ({
    id: `act:${act.id}`,
    picture: sign(act.icon),
    name: act.label,
    marks,
    about: null,
    end: null,
    keys: act.keys ?? null,
    run: act.run,
  });
  return { ofPlace, ofFile, ofAct };
}
