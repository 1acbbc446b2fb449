// The one dialog that is open about a message: to delete, report, forward, save or remind, or with its versions, reactions or source.
import { useMemo, useState, type ReactNode } from 'react';
import { later } from '#app/later';
import { useAppSelector } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import type { Media, Message, TimelineActions } from '../context';

const DayDialog = later(async () => (await import('./DayDialog')).DayDialog);
const AskedDialog = later(async () => (await import('./AskedDialog')).AskedDialog);

interface OfMessage {
  readonly what:
    | 'redact'
    | 'report'
    | 'forward'
    | 'saveTo'
    | 'remind'
    | 'versions'
    | 'reactors'
    | 'readers'
    | 'endPoll'
    | 'editPoll';
  readonly eventId: string;
  readonly item: Message;
  /** All of its album, or the message alone; oldest first. */
  readonly together: readonly Message[];
  /** Only this file of the message. */
  readonly media?: Media | undefined;
}

/** The source can also be shown of notices, which have no message item. */
export type Asked = OfMessage | { readonly what: 'source'; readonly eventId: string };

/** The dialog that asks for a day, from any place. */
export function DayQuestion({ roomId, threadId }: ConversationId): ReactNode {
  const asked = useAppSelector(({ navigation }) => navigation.dayAsked);
  return threadId === null && asked?.roomId === roomId ? <DayDialog {...asked} /> : null;
}

export interface MessageDialogs {
  /** The functions stay the same as long as the conversation does. */
  readonly asks: {
    readonly askRedact: (item: Message) => void;
    readonly askReport: (item: Message) => void;
    readonly askForward: (item: Message) => void;
    /** Forwards only this picture of an album. */
    readonly askForwardOne: (item: Message) => void;
    readonly askSaveTo: (item: Message, media?: Media) => void;
    readonly askRemind: (item: Message) => void;
    readonly showVersions: (item: Message) => void;
    readonly showReactors: (item: Message) => void;
    readonly showReaders: (item: Message) => void;
    readonly showSource: TimelineActions['source'];
    readonly askEndPoll: (item: Message) => void;
    readonly askEditPoll: (item: Message) => void;
  };
  readonly dialogs: ReactNode;
}

/** @param togetherWith the loaded messages that are drawn as one row with a message; stays the same function */
export function useMessageDialogs(
  roomId: string,
  togetherWith: (item: Message) => readonly Message[],
): MessageDialogs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const asks = useMemo(() => {
    const ask =
      (what: OfMessage['what'], rowOf = togetherWith) =>
      (item: Message, media?: Media): void => {
        const { eventId } = item;
        setAsked(eventId === null ? null : { what, eventId, item, media, together: rowOf(item) });
      };
    return {
      askRedact: ask('redact'),
      askReport: ask('report'),
      askForward: ask('forward'),
      askForwardOne: ask('forward', (item) => [item]),
      askSaveTo: ask('saveTo'),
      askRemind: ask('remind'),
      showVersions: ask('versions'),
      showReactors: ask('reactors'),
      showReaders: ask('readers'),
      showSource: ({ eventId }: Pick<Message, 'eventId'>) =>
        setAsked(eventId === null ? null : { what: 'source', eventId }),
      askEndPoll: ask('endPoll'),
      askEditPoll: ask('editPoll'),
    };
  }, [togetherWith]);
  const onClose = (): void => setAsked(null);
  const about = asked === null ? null : { ...asked, roomId, onClose };
  return {
    asks,
    dialogs: about !== null && <AskedDialog {...about} />,
  };
}

export interface MessageDialogProps {
  readonly roomId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}
