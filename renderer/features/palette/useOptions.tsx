// The options of the palette in their groups: chats, people, acts, files, the search for messages and its newest hits.
import {
  Bell,
  BellOff,
  ChartColumn,
  FolderOpen,
  Link2,
  Phone,
  Search,
  UserPlus,
  Users,
} from 'lucide-react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { FoundPlace, PlaceKind } from '#contract/areas/messages/search';
import { composerFieldId } from '#app/composing';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, useSteadyList, useValue } from '#app/hooks';
import { roomAddress, roomLink, useOpenLink } from '#app/places/links';
import { roomOpened, roomSearchOpened, searchChanged, searchOpened } from '#app/places/navigation';
import { openPanel } from '#app/places/openPanel';
import { useAppDispatch, useAppSelector } from '#app/store';
import { returnFocusTo } from '#ui/focus/lostFocus';
import type { LucideIcon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import type { Mark } from '#ui/text/marked';
import { useCallCenter } from '../calls';
import { NewPoll } from '../polls';
import { InviteDialog } from '../rooms';
import { noMarks, sign, useOptionOf, type Option, type RoomPlace } from './option';
import {
  actMarks,
  isOnlyVerbs,
  labelMarks,
  nameBeside,
  saysOne,
  type PaletteAct,
  type Typed,
} from './options';
import { useMessageHits } from './useMessageHits';
import { useServerPeople } from './useServerPeople';
import { useSettingsFound } from './useSettingsFound';

export interface OptionGroup {
  readonly id:
    'recent' | 'chats' | 'people' | 'newChat' | 'do' | 'settings' | 'files' | 'messages' | 'hits';
  /** Null: it needs none. */
  readonly title: string | null;
  readonly options: readonly Option[];
}

const perKind = 6;
const mostFiles = 4;
const mostActs = 6;
/** With fewer chats to go to there is room for what can be done. */
const fewChats = 3;
/** Acts of the best room stand only beside words that mean it. */
const fewestLetters = 2;

const kindsOf: Readonly<Record<Typed['wanted'], readonly PlaceKind[] | null>> = {
  all: [],
  people: ['room', 'person'],
  rooms: ['room'],
  acts: null,
};

/** Null while an alias has no server yet. */
function wholeAddress(text: string): ReturnType<typeof roomAddress> {
  const address = roomAddress(text);
  return address === null || /^#[^:]*$/.test(address.roomIdOrAlias) ? null : address;
}

/** The words for opening an address or a link, and the link. Null: neither is typed. */
function useTypedLink({ whole }: Typed): { readonly name: string; readonly url: string } | null {
  const { t } = useTranslation();
  const address = wholeAddress(whole);
  const id = address?.roomIdOrAlias ?? null;
  const { value: room } = useValue('room', id?.startsWith('!') === true ? { roomId: id } : null);
  if (id === null) return null;
  const link = roomLink(whole);
  // An address alone is the name of a link.
  if (link === null)
    return {
      name: t('palette.openLink', { address: whole }),
      url: `https://matrix.to/#/${encodeURIComponent(id)}`,
    };
  const known = room === undefined || room.membership === 'unknown' ? null : room.name;
  const name = isolate(id.startsWith('#') ? id : (known ?? whole));
  const isMessage = link.eventId !== null && name !== isolate(whole);
  return {
    name: isMessage ? t('palette.openMessage', { name }) : t('palette.openLink', { address: name }),
    url: whole,
  };
}

/** `stale`: they still answer what was typed before. */
function usePlaces({ wanted, text }: Typed): {
  readonly items: readonly FoundPlace[];
  readonly stale: boolean;
} {
  const kinds = kindsOf[wanted];
  const query = kinds === null ? null : { text, kinds: [...kinds], limit: perKind };
  const { items, stale, error } = useSteadyList('places', query);
  return { items, stale: stale && query !== null && error === null };
}

/** Leaves out the open place, unless it is asked for by name. */
function useElsewhere(places: readonly FoundPlace[], { text }: Typed): readonly FoundPlace[] {
  const here = useAppSelector(({ navigation: { place, roomId } }) =>
    place === 'chats' ? roomId : null,
  );
  return text === ''
    ? places.filter((place) => place.kind !== 'room' || place.roomId !== here)
    : places;
}

function useFiles({ wanted, text }: Typed): readonly FoundFile[] {
  const asked = wanted === 'all' && text.length >= fewestLetters;
  const { items } = useSteadyList(
    'files',
    asked
      ? {
          roomId: null,
          text,
          kinds: [],
          sender: null,
          fromMs: null,
          toMs: null,
          sort: { by: 'changed', descending: true },
          limit: mostFiles,
        }
      : null,
  );
  return items;
}

/** The options for the typed text, best first within each group. `searchKeys`: the keys that search messages, as they are written. */
export function useOptions(
  typed: Typed,
  acts: readonly PaletteAct[],
  searchKeys: string,
): { readonly groups: readonly OptionGroup[]; readonly stale: boolean } {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const openLink = useOpenLink();
  const { items: known, stale } = usePlaces(typed);
  const found = useElsewhere(known, typed);
  // A person with a direct chat is listed once, as that chat; a room of many is no person.
  const withChat = new Set(found.flatMap((one) => (one.kind === 'room' ? [one.directUserId] : [])));
  const places =
    typed.wanted !== 'people'
      ? found
      : found.filter((one) =>
          one.kind === 'room'
            ? one.directUserId !== null
            : one.kind !== 'person' || !withChat.has(one.person.userId),
        );
  const files = useFiles(typed);
  const hits = useMessageHits(typed, stale, new Set(files.map(({ eventId }) => eventId)));
  const serverPeople = useServerPeople(typed, places);
  const settings = useSettingsFound(typed);
  const { wanted, text } = typed;
  const { ofPlace, ofFile, ofAct } = useOptionOf();
  const ofKind = (kind: PlaceKind): Option[] =>
    places.filter((place) => place.kind === kind).map(ofPlace);
  const [best] = places.filter((place) => place.kind === 'room');
  const meant = useMeant(typed);
  const address = best?.address;
  const ofRoom = useRoomActs(
    wanted === 'all' && text.length >= fewestLetters ? (best ?? meant) : null,
    best === undefined ? text : null,
  ).map((option) => (address === undefined ? option : { ...option, about: isolate(address) }));
  const isFew = wanted === 'all' && text === '' && !stale && places.length < fewChats;
  const shownActs =
    wanted === 'acts' || (wanted === 'all' && text !== '') || isFew
      ? acts
          .filter(({ offered = false }) => offered || !isFew)
          .flatMap((act) => {
            const marks = actMarks(act, text, i18n.language);
            return marks === null ? [] : ofAct(act, marks);
          })
          .slice(0, wanted === 'acts' ? acts.length : mostActs)
      : [];
  const linked = useTypedLink(typed);
  const searchMessages: Option = {
    id: 'messages',
    picture: sign(Search),
    name: t('palette.messages', { text: isolate(text) }),
    marks: noMarks,
    about: null,
    end: null,
    keys: searchKeys,
    run: () => {
      dispatch(searchChanged({ text, conditions: [], opened: null }));
      dispatch(searchOpened(null));
    },
  };
  const groups: OptionGroup[] = [
    {
      id: text === '' ? 'recent' : 'chats',
      title: t(text === '' ? 'palette.recent' : 'palette.chats'),
      options: ofKind('room'),
    },
    { id: 'people', title: t('palette.people'), options: ofKind('person') },
    {
      id: 'newChat',
      title: t('palette.beginChat'),
      options: wanted === 'people' ? serverPeople : [],
    },
    { id: 'do', title: t('palette.do'), options: [...ofRoom, ...shownActs] },
    { id: 'settings', title: t('settings.title'), options: settings },
    {
      id: 'files',
      title: t('palette.files'),
      options: [...ofKind('directory'), ...files.map(ofFile)],
    },
    {
      id: 'messages',
      title: null,
      options: [
        ...(linked === null
          ? []
          : [
              {
                ...searchMessages,
                id: 'link',
                picture: sign(Link2),
                name: linked.name,
                keys: null,
                run: () => openLink(linked.url),
              },
            ]),
        ...(wanted === 'all' && text !== '' ? [searchMessages, ...serverPeople] : []),
      ],
    },
    { id: 'hits', title: t('palette.hits'), options: hits },
  ];
  return { groups: groups.filter(({ options }) => options.length > 0), stale };
}

/** A room as far as its acts ask. */
type RoomOfActs = Pick<RoomPlace, 'roomId' | 'name' | 'membership' | 'isSpace' | 'directUserId'> & {
  readonly marks: readonly Mark[];
};

/** The room that is open, which acts alone are about. */
function useOpenRoom(wanted: boolean): RoomOfActs | null {
  const roomId = useAppSelector(({ navigation }) =>
    navigation.place === 'chats' ? navigation.roomId : null,
  );
  const { value } = useValue('room', roomId === null || !wanted ? null : { roomId });
  if (value === undefined || value.membership !== 'join') return null;
  const { name, isSpace, directUserId } = value;
  return { roomId: value.roomId, name, isSpace, directUserId, membership: 'join', marks: noMarks };
}

/**
 * The room or person that “call alice” means: the best answer to the text without the words of acts; for a call, a person. “mute” alone
 * means the open room.
 */
function useMeant({ wanted, text }: Typed): RoomOfActs | null {
  const { t, i18n } = useTranslation();
  const ofNobody = { name: '' };
  const calls = t('palette.call', ofNobody);
  const verbs = [
    calls,
    t('palette.searchIn', ofNobody),
    t('palette.peopleOf', ofNobody),
    t('palette.filesOf', ofNobody),
    t('palette.invite', ofNobody),
    t('palette.poll', ofNobody),
    t('palette.mute', ofNobody),
    t('palette.unmute', ofNobody),
  ].join(' ');
  const name = wanted === 'acts' ? null : nameBeside(verbs, text, i18n.language);
  const query = name === null ? null : { text: name, kinds: ['room' as const], limit: perKind };
  const { items } = useSteadyList('places', query);
  const open = useOpenRoom(wanted !== 'acts' && isOnlyVerbs(verbs, text, i18n.language));
  if (name === null) return open;
  const rooms = items.filter((place) => place.kind === 'room');
  const wantsCall = saysOne(calls, text, i18n.language);
  return (
    (wantsCall ? rooms.find(({ directUserId }) => directUserId !== null) : null) ?? rooms[0] ?? null
  );
}

/** The acts on a room: all, or those that `text` names. */
function useRoomActs(room: RoomOfActs | null, text: string | null): readonly Option[] {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const { ofAct } = useOptionOf();
  const center = useCallCenter();
  const isDirect = room !== null && room.directUserId !== null && room.membership === 'join';
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const { value: ofRoom } = useValue('room', room === null ? null : { roomId: room.roomId });
  const { value: callRoom } = useValue(
    'callRoom',
    isDirect && room !== null ? { roomId: room.roomId } : null,
  );
  if (room === null || room.membership !== 'join' || room.isSpace) return [];
  const { roomId, name, marks } = room;
  const act = (id: string, label: string, icon: LucideIcon, run: () => void): Option | null => {
    if (text !== null) {
      const said = labelMarks(label, text, i18n.language);
      return said === null ? null : ofAct({ id, label, icon, run }, said);
    }
    const at = label.indexOf(name);
    const shifted =
      at === -1 ? [] : marks.map(({ from, to }) => ({ from: from + at, to: to + at }));
    return ofAct({ id, label, icon, run }, shifted);
  };
  const panel = (which: 'members' | 'files') => () => openPanel(dispatch, roomId, which);
  /** Asked for by its words only, and by whom may. */
  const asking = (
    may: boolean | undefined,
    label: string,
    icon: LucideIcon,
    dialog: NonNullable<Option['dialog']>,
  ): Option | null => {
    if (may !== true || text === null) return null;
    const option = act(label, label, icon, () => dispatch(roomOpened(roomId)));
    return option === null ? null : { ...option, dialog };
  };
  const isMuted = ofRoom?.notifications === 'nothing';
  const mute = async (): Promise<void> => {
    const wanted = isMuted ? 'default' : 'nothing';
    const result = await call('setRoomNotifications', { roomId, wanted });
    if (!result.ok) tellFailure(result.error, 'general', t('rooms.unchanged'));
  };
  const named = { name: isolate(name) };
  /** Asked for what is so already: that is said, and leads to the room. */
  const already =
    text === null ||
    labelMarks(t(isMuted ? 'palette.mute' : 'palette.unmute', named), text, i18n.language) === null
      ? null
      : ofAct(
          {
            id: 'already',
            label: t(isMuted ? 'palette.isMuted' : 'palette.notMuted', named),
            icon: isMuted ? BellOff : Bell,
            run: () => dispatch(roomOpened(roomId)),
          },
          [],
        );
  const canCall = center !== null && callRoom?.canCall === true;
  return [
    ...(canCall
      ? [
          act('call', t('palette.call', { name: isolate(name) }), Phone, () => {
            dispatch(roomOpened(roomId));
            void center.place(roomId, false);
          }),
        ]
      : []),
    act('searchIn', t('palette.searchIn', { name: isolate(name) }), Search, () => {
      dispatch(roomSearchOpened(roomId));
    }),
    act('peopleOf', t('palette.peopleOf', { name: isolate(name) }), Users, panel('members')),
    act('filesOf', t('palette.filesOf', { name: isolate(name) }), FolderOpen, panel('files')),
    asking(ofRoom?.permissions.invite, t('palette.invite', named), UserPlus, (onClose) =>
      ofRoom === undefined ? null : <InviteDialog room={ofRoom} onClose={onClose} />,
    ),
    // “create” and “in” alone mean something else.
    asking(
      ofRoom?.permissions.send === true &&
        saysOne(t('palette.pollWords'), text ?? '', i18n.language),
      t('palette.poll', named),
      ChartColumn,
      (onClose) => (
        <NewPoll
          conversation={{ roomId, threadId: null }}
          onClose={onClose}
          onSent={() => returnFocusTo(document.getElementById(composerFieldId))}
        />
      ),
    ),
    act(
      'mute',
      t(isMuted ? 'palette.unmute' : 'palette.mute', { name: isolate(name) }),
      isMuted ? Bell : BellOff,
      () => void mute(),
    ),
    already,
  ].filter((option) => option !== null);
}
