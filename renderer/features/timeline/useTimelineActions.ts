// The reader's acts, as calls of the engine and of the shell. What fails says so in a notice.
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { useTranslation } from '#app/words';
import { editStarted, fieldIdOf, replyStarted } from '#app/composing';
import { useAccount, useShell } from '#app/context';
import { useErrorNotice } from '#app/errors';
import type { ErrorPlace } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import {
  settingsLineOpened,
  dayAsked,
  personOpened,
  placeOpened,
  threadOpened,
  unlockOpened,
} from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { Result } from '#app/result';
import { useAppDispatch, type AccountState } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { copyText } from '#ui/text/copyText';
import { useToasts } from '#ui/overlays/Toasts';
import { useUsedEmoji, type CustomEmoji } from '../emoji';
import type { Media, Message, TimelineActions } from './context';
import { editTargetOf } from './editing';
import { messageLine } from './kinds/registry';
import { useCopyLink } from './useCopyLink';

interface Places {
  readonly jumpTo: (eventId: string) => void;
  readonly view: (media: Media) => void;
  readonly askRedact: (item: Message) => void;
  readonly askReport: (item: Message) => void;
  readonly askForward: (item: Message) => void;
  readonly askSaveTo: (item: Message) => void;
  readonly askRemind: (item: Message) => void;
  readonly showVersions: (item: Message) => void;
  readonly showReactors: (item: Message) => void;
  readonly showReaders: (item: Message) => void;
  readonly showSource: TimelineActions['source'];
  readonly askEndPoll: (item: Message) => void;
  readonly askEditPoll: (item: Message) => void;
}

const ownReaction = ({ reactions }: Message, key: string, custom?: CustomEmoji): string | null =>
  reactions.find((reaction) =>
    custom === undefined ? reaction.key === key : reaction.picture?.handle === custom.handle,
  )?.mine ?? null;

export function useTimelineActions(conversation: ConversationId, places: Places): TimelineActions {
  const call = useEngineCall();
  const shell = useShell();
  const { accountId } = useAccount();
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  const { t } = useTranslation();
  const { jumpTo, view, askRedact, askReport, askForward, showVersions, showSource } = places;
  const { askEndPoll, askEditPoll, askRemind, askSaveTo, showReactors, showReaders } = places;
  const { roomId } = conversation;
  const copyLink = useCopyLink(roomId);
  const used = useUsedEmoji();
  return useMemo(() => {
    const report = async (answer: Promise<Result<unknown>>, place?: ErrorPlace): Promise<void> => {
      const result = await answer;
      if (!result.ok && result.error.code !== 'cancelled') tellFailure(result.error, place);
    };
    const react = (item: Message, key: string, custom?: CustomEmoji): void => {
      const mine = ownReaction(item, key, custom);
      const requestId = newRequestId();
      const emoji = custom === undefined ? { key } : { key: custom.shortcode, pack: custom.pack };
      if (mine === null && item.eventId !== null) {
        used(custom === undefined ? key : { pack: custom.pack, shortcode: custom.shortcode });
        void report(call('react', { requestId, roomId, eventId: item.eventId, ...emoji }));
      } else if (mine?.startsWith('$') === true)
        void report(call('redact', { requestId, roomId, eventId: mine, reason: null }));
      else if (mine !== null) void report(call('cancelSend', { roomId, key: mine }));
    };
    const save = async (media: Media): Promise<void> => {
      const target = await resultOf(
        shell.call('chooseSaveTarget', { accountId, suggestedName: media.fileName }),
      );
      if (!target.ok) return report(Promise.resolve(target), 'attachment');
      const { ticket } = target.output;
      if (ticket === null) return undefined;
      const saved = await call('saveMedia', { handle: media.handle, ticket });
      if (saved.ok) toasts.show({ text: t('timeline.saved', { name: media.fileName }) });
      return report(Promise.resolve(saved), 'attachment');
    };
    const keep = async (eventId: string, saved: boolean): Promise<void> => {
      const kept = await call('setSaved', { roomId, eventId, saved });
      if (!kept.ok) return report(Promise.resolve(kept));
      if (!saved) return;
      // On their own page they are shown.
      const shown = new AbortController();
      const onClose = store.subscribe(() => {
        if (store.getState().navigation.place === 'saved') shown.abort();
      });
      toasts.show({
        text: t('timeline.keptSaid'),
        until: shown.signal,
        onClose,
        action: { label: t('timeline.keptShow'), onPress: () => dispatch(placeOpened('saved')) },
      });
    };
    const actions: TimelineActions = {
      react,
      reply: (item) => {
        if (item.eventId === null) return;
        dispatch(
          replyStarted({
            conversation,
            eventId: item.eventId,
            name: item.sender.name,
            text: messageLine(item.body, t),
            pressed: true,
          }),
        );
      },
      openThread: ({ eventId }) =>
        void (eventId !== null && dispatch(threadOpened({ roomId, threadId: eventId }))),
      edit: (item) => {
        const target = editTargetOf(item);
        if (target !== null) dispatch(editStarted({ conversation, pressed: true, ...target }));
      },
      redact: askRedact,
      vote: async ({ eventId }, answers) => {
        if (eventId === null) return false;
        const act = { requestId: newRequestId(), roomId, eventId };
        const answer = call('votePoll', { ...act, answers: [...answers] });
        void report(answer);
        return (await answer).ok;
      },
      endPoll: askEndPoll,
      editPoll: askEditPoll,
      retry: (item) => void report(call('retrySend', { roomId, key: item.key })),
      cancel: (item) => void report(call('cancelSend', { roomId, key: item.key })),
      copy: (text) =>
        void copyText(text).then((done) => done && toasts.show({ text: t('timeline.copied') })),
      copyLink: ({ eventId }) => void (eventId !== null && copyLink(eventId)),
      report: askReport,
      forward: askForward,
      saveTo: askSaveTo,
      pin: (eventId, on) => void report(call('setPinned', { roomId, eventId, on })),
      keep: (eventId, on) => void keep(eventId, on),
      remind: askRemind,
      versions: showVersions,
      reactors: showReactors,
      readers: showReaders,
      source: showSource,
      askDay: (atMs) => dispatch(dayAsked({ roomId, atMs })),
      jumpTo,
      save: (media) => void save(media),
      view,
      verify: ({ mine, sender: { userId } }) =>
        void report(
          call(
            'startVerification',
            mine ? { own: true, deviceId: null } : { own: false, userId, roomId },
          ),
        ),
      person: (userId) => dispatch(personOpened({ ...conversation, userId })),
      retryDecryption: (reason) => {
        // Unlocking tries everything again by itself.
        if (reason === 'key_in_backup_locked') dispatch(unlockOpened(true));
        else void report(call('retryDecryption', { roomId }));
      },
      whyUnreadable: (reason) =>
        dispatch(settingsLineOpened({ section: 'encryption', line: reason })),
      toComposer: () => document.getElementById(fieldIdOf(conversation))?.focus(),
    };
    return actions;
  }, [
    conversation,
    roomId,
    call,
    copyLink,
    used,
    shell,
    accountId,
    dispatch,
    store,
    toasts,
    tellFailure,
    t,
    jumpTo,
    view,
    askRedact,
    askReport,
    askForward,
    askSaveTo,
    askRemind,
    showVersions,
    showSource,
    askEndPoll,
    askEditPoll,
    showReactors,
    showReaders,
  ]);
}
