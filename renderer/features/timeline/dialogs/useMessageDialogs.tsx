// The dialogs about one message: delete, report, forward, remind, versions, reactions and source. Only one is open at a time.
import { useMemo, useState, type ReactNode } from 'react';
import { later } from '#app/later';
import { useAppSelector } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { RemindDialog } from '../../kept';
import { ReportDialog } from '../../report';
import type { Message, TimelineActions } from '../context';

const DayDialog = later(async () => (await import('./DayDialog')).DayDialog);
const DeleteDialog = later(async () => (await import('./DeleteDialog')).DeleteDialog);
const ForwardDialog = later(async () => (await import('../forward/ForwardDialog')).ForwardDialog);
const EditPollDialog = later(async () => (await import('../polls/EditPollDialog')).EditPollDialog);
const EndPollDialog = later(async () => (await import('../polls/EndPollDialog')).EndPollDialog);
const ReactorsDialog = later(async () => (await import('./ReactorsDialog')).ReactorsDialog);
const SourceDialog = later(async () => (await import('./SourceDialog')).SourceDialog);
const VersionsDialog = later(async () => (await import('./VersionsDialog')).VersionsDialog);

interface OfMessage {
  readonly what:
    'redact' | 'report' | 'forward' | 'remind' | 'versions' | 'reactors' | 'endPoll' | 'editPoll';
  readonly eventId: string;
  readonly item: Message;
}

/** The source can also be shown of notices, which have no message item. */
type Asked = OfMessage | { readonly what: 'source'; readonly eventId: string };

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
    readonly askRemind: (item: Message) => void;
    readonly showVersions: (item: Message) => void;
    readonly showReactors: (item: Message) => void;
    readonly showSource: TimelineActions['source'];
    readonly askEndPoll: (item: Message) => void;
    readonly askEditPoll: (item: Message) => void;
  };
  readonly dialogs: ReactNode;
}

export function useMessageDialogs(roomId: string): MessageDialogs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const asks = useMemo(() => {
    const ask =
      (what: OfMessage['what']) =>
      (item: Message): void =>
        setAsked(item.eventId === null ? null : { what, eventId: item.eventId, item });
    return {
      askRedact: ask('redact'),
      askReport: ask('report'),
      askForward: ask('forward'),
      askRemind: ask('remind'),
      showVersions: ask('versions'),
      showReactors: ask('reactors'),
      showSource: ({ eventId }: Pick<Message, 'eventId'>) =>
        setAsked(eventId === null ? null : { what: 'source', eventId }),
      askEndPoll: ask('endPoll'),
      askEditPoll: ask('editPoll'),
    };
  }, []);
  const onClose = (): void => setAsked(null);
  const about = asked === null ? null : { ...asked, roomId, onClose };
  return {
    asks,
    dialogs: about !== null && (
      <>
        {about.what === 'redact' && <DeleteDialog {...about} />}
        {about.what === 'report' && <ReportDialog {...about} />}
        {about.what === 'forward' && <ForwardDialog {...about} items={[about.item]} />}
        {about.what === 'remind' && <RemindDialog {...about} />}
        {about.what === 'versions' && <VersionsDialog {...about} />}
        {about.what === 'endPoll' && <EndPollDialog {...about} />}
        {about.what === 'editPoll' && <EditPollDialog {...about} />}
        {about.what === 'reactors' && <ReactorsDialog {...about} />}
        {about.what === 'source' && <SourceDialog {...about} />}
      </>
    ),
  };
}

export interface MessageDialogProps {
  readonly roomId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}
