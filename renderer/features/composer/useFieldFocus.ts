// Focuses the field and sets its caret, and inserts the letters that were typed before it had the focus.
import { useEffect, type RefObject } from 'react';
import { aheadTaken, leavesFocus, type Composing } from '#app/composing';
import { useAppDispatch } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { typeInto } from './typeInto';

export function useFieldFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  conversation: ConversationId,
  { edit, reply, ahead, asked }: Composing,
): void {
  const dispatch = useAppDispatch();
  const target = edit?.eventId ?? reply?.eventId ?? null;
  useEffect(() => {
    if (target !== null || !leavesFocus(conversation.roomId)) field.current?.focus();
  }, [field, conversation, target, asked]);
  // The caret is put at the end of a draft or of an edited text; browsers put it at the beginning.
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [field, conversation]);
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    if (edit !== null) field.current?.setSelectionRange(end, end);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new target counts
  }, [edit?.eventId]);
  // Inserts the letters that were typed while the timeline still had the focus.
  useEffect(() => {
    const here = field.current;
    if (ahead === undefined || here === null) return;
    dispatch(aheadTaken({ conversation }));
    typeInto(here, here.value.length, here.value.length, ahead);
  }, [field, ahead, conversation, dispatch]);
}
