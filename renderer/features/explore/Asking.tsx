// A request to be let into a room, with the words that go with it.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import type { RoomAddress } from '#app/places/links';
import { TextField } from '#ui/controls/TextField';

export const takesRequests = (rule: unknown): boolean =>
  rule === 'knock' || rule === 'knock_restricted';

/** Whether a refused join leaves the request: the room takes them, or the server does not say whether it does. */
export function mayAsk(refusal: AppError | null): boolean {
  if (refusal?.code !== 'forbidden') return false;
  const rule = refusal.data?.['joinRule'];
  return rule === null || takesRequests(rule);
}

/** `ask` answers the id of the room where the request was sent, else null: the field says why. */
export function useAsking(address: RoomAddress) {
  const { run, pending, error } = useCall('knockRoom');
  const [words, setWords] = useState('');
  const ask = async (): Promise<string | null> => {
    const said = words.trim();
    const result = await run({ ...address, reason: said === '' ? null : said });
    return result.ok ? result.output.roomId : null;
  };
  return { words, setWords, ask, pending, error };
}

interface AskFieldProps {
  readonly asking: ReturnType<typeof useAsking>;
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
}

/** Stands in a form whose act asks. */
export function AskField({ asking, autoFocus = false, className }: AskFieldProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        className={className}
        label={t('newChat.askReason')}
        hint={t('newChat.askReasonHint')}
        value={asking.words}
        autoFocus={autoFocus}
        maxLength={500}
        onChange={asking.setWords}
      />
      <AppErrorNote error={asking.error} place="knockRoom" />
    </>
  );
}
