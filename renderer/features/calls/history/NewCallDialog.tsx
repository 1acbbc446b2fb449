// The dialog of a new call: a chat is looked for by its name, and each has its ways to call, or says why it cannot be called. With a
// person who has no chat here one is started.
import { PhoneCall } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote, errorText } from '#app/errors';
import { useChatsByName, useValue, type FoundChat } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { newChatOpened, roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { FindField } from '#ui/controls/FindField';
import { IconButton } from '#ui/controls/IconButton';
import { Dialog } from '#ui/overlays/Dialog';
import { Name } from '#ui/text/Name';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { Spinner } from '#ui/layout/Spinner';
import { usePeopleSearch } from '../../people';
import { useCallCenter, useCallOf } from '../context';
import { DirectButtons } from '../join/CallButtons';
import { GroupButton } from '../join/GroupButton';
import { useShowCall } from '../stage/useShowCall';
import styles from './NewCallDialog.module.css';

const most = 20;

export function NewCallDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { chats, ready, stale, error } = useChatsByName(text, most);
  const search = usePeopleSearch(text);
  const withChat = new Set(chats.map(({ directUserId }) => directUserId));
  const ownUserId = useValue('session', {}).value?.userId;
  const strangers = search.people
    .filter(({ userId }) => !withChat.has(userId) && userId !== ownUserId)
    .slice(0, most - chats.length);
  const isNone = chats.length === 0 && strangers.length === 0;
  return (
    <Dialog title={t('callPlace.newCall')} isOpen onClose={onClose} steady>
      {/* Enter calls nobody: which way to call is chosen in the row. */}
      <FindField
        label={t('callPlace.newCallField')}
        value={text}
        onChange={setText}
        list={list}
        suffix={search.searching ? <Spinner /> : undefined}
      />
      <AppErrorNote error={error} />
      {ready && !search.searching && search.error !== null && (
        <p role="status" className={styles.none}>
          {t('callPlace.newCallChatsOnly', { why: errorText(t, search.error) })}
        </p>
      )}
      {ready && isNone && !search.searching && search.error === null && (
        <p role="status" className={styles.none}>
          {t('callPlace.newCallNone')}
        </p>
      )}
      {/* Rows of earlier words are inert, so that nobody is called in haste. */}
      <ul ref={list} className={styles.list} aria-label={t('callPlace.newCallChats')} inert={stale}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.key}
            chat={chat}
            onPlaced={() => {
              onClose();
              dispatch(roomOpened(chat.roomId));
            }}
          />
        ))}
        {strangers.map((person) => (
          <PersonRow
            key={person.userId}
            person={person}
            onPress={() => {
              onClose();
              dispatch(newChatOpened(person));
            }}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface ChatRowProps {
  readonly chat: FoundChat;
  /** A call began in it, or the one that goes on is to be seen. */
  readonly onPlaced: () => void;
}

function ChatRow({ chat, onPlaced }: ChatRowProps) {
  const { t } = useTranslation();
  const { roomId, directUserId, name, avatar, address = chat.alias } = chat;
  const running = useCallOf(roomId);
  const show = useShowCall();
  return (
    <li className={styles.row} role="group" aria-label={name}>
      <MediaAvatar id={directUserId ?? roomId} name={name} avatar={avatar} size={32} />
      <div className={styles.about}>
        <Name cut className={styles.name}>
          {name}
        </Name>
        {address !== null && (
          <Name cut className={styles.address}>
            {address}
          </Name>
        )}
      </div>
      {running !== null ? (
        <IconButton
          label={t('groupCalls.toCall')}
          icon={PhoneCall}
          onPress={() => {
            onPlaced();
            show(running);
          }}
        />
      ) : directUserId === null ? (
        <RoomButtons roomId={roomId} onPlaced={onPlaced} />
      ) : (
        <DirectButtons roomId={roomId} onPlaced={onPlaced} />
      )}
    </li>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly onPress: () => void;
}

/** A person without a chat: nobody can be called who is in none. */
function PersonRow({ person: { userId, name, avatar }, onPress }: PersonRowProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.row} role="group" aria-label={name}>
      <MediaAvatar id={userId} name={name} avatar={avatar} size={32} />
      <div className={styles.about}>
        <Name cut className={styles.name}>
          {name}
        </Name>
        {name !== userId && (
          <Name cut className={styles.address}>
            {userId}
          </Name>
        )}
      </div>
      <Button size="s" onPress={onPress}>
        {t('callPlace.newCallChat')}
      </Button>
    </li>
  );
}

interface RoomButtonsProps extends Pick<ChatRowProps, 'onPlaced'> {
  readonly roomId: string;
}

/** Starts a call in a room, or joins the one that goes on there. */
function RoomButtons({ roomId, onPlaced }: RoomButtonsProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { value: room } = useValue('groupCallRoom', { roomId });
  const call = room?.call ?? null;
  if (room === undefined || call === null || call.devices.length === 0)
    return <GroupButton roomId={roomId} onPlaced={onPlaced} />;
  if (!room.canJoin) return <span className={styles.none}>{t('groupCalls.going')}</span>;
  return (
    <Button
      size="s"
      variant="primary"
      onPress={() => {
        void center?.join(roomId, call.type === 'm.video');
        onPlaced();
      }}
    >
      {t('groupCalls.join')}
    </Button>
  );
}
