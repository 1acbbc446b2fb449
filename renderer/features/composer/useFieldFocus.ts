// When the field takes the focus, where its caret stands then, and what was typed before it could.
import { useEffect, type RefObject } from 'react';
import { aheadTaken, type Composing } from '#app/composing';
import { useAppDispatch } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { typeInto } from './typeInto';

export function useFieldFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  conversation: ConversationId,
  { edit, reply, ahead }: Composing,
): void {
  const dispatch = useAppDispatch();
  const target = edit?.eventId ?? reply?.eventId ?? null;
  useEffect(() => field.current?.focus(), [field, conversation, target]);
  // What was left there is gone on with, and an edit begins at its end: a field that begins with a text has its caret before it.
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [field, conversation]);
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    if (edit !== null) field.current?.setSelectionRange(end, end);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new target counts
  }, [edit?.eventId]);
  // While the list still had the focus.
  useEffect(() => {
    const here = field.current;
    if (ahead === undefined || here === null) return;
    dispatch(aheadTaken({ conversation }));
    typeInto(here, here.value.length, here.value.length, ahead);
  }, [field, ahead, conversation, dispatch]);
}
