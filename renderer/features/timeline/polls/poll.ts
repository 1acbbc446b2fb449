// The props of the dialogs about a poll.
import type { Message } from '../context';

export interface PollMessageProps {
  readonly roomId: string;
  readonly eventId: string;
  readonly item: Message;
  readonly onClose: () => void;
}
