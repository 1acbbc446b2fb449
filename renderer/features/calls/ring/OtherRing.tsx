// The card of a ring for an account that is not on show. Main carries out what is pressed: an answer comes back as a request, with which
// this window shows the account and answers there; declining changes nothing of what is on show.
import { Phone, Video } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { useShell, useShellValue } from '#app/context';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { useFocusReturn } from '#ui/focus/focusReturn';
import type { Say } from '../keys/CallKeys';
import { CompactCard, keyOf } from './CompactCard';
import { accountName, ringWords } from './ringWords';
import { useRingKeys } from './useRingKeys';

export interface OtherRingProps {
  readonly accountId: string;
  readonly ring: CallRing;
  readonly say: Say;
  /** Only one of several ringing calls is answered and declined by keys. */
  readonly hasKeys: boolean;
}

export function OtherRing({ accountId, ring, say, hasKeys }: OtherRingProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const accounts = useShellValue('accounts')?.accounts ?? [];
  const running = useShellValue('runningCalls')?.[0]?.call ?? null;
  const { callId, roomId, caller, media, leftOut } = ring;
  const video = media === 'video';
  const words = ringWords(t, ring);
  const otherName = running === null ? null : (running.person?.name ?? running.roomName);
  const answered = useRef(false);
  useFocusReturn(answered);
  const act = (what: 'answer_voice' | 'answer_video' | 'decline'): void => {
    answered.current = what !== 'decline';
    void resultOf(shell.call('actOnRing', { accountId, roomId, callId, act: what }));
  };
  const answer = (withVideo: boolean): void => act(withVideo ? 'answer_video' : 'answer_voice');
  useRingKeys(ring, hasKeys, say, {
    answer: () => answer(video),
    decline: () => act('decline'),
  });
  const answerWords = otherName === null ? words.answer : t('callPlace.ring.endAndAnswer');
  return (
    <CompactCard
      ring={ring}
      words={words}
      kind={
        leftOut
          ? t('calls.ringLeftOut')
          : otherName === null
            ? words.kind
            : t('callPlace.ring.endsOther', { name: otherName })
      }
      account={t('callPlace.ring.for', { account: accountName(accounts, accountId) })}
      avatarUrl={caller.avatar === null ? null : `/media/${accountId}/${caller.avatar}`}
      hasKeys={hasKeys}
      onDecline={() => act('decline')}
    >
      {video && !leftOut && (
        <Button icon={Phone} onPress={() => answer(false)}>
          {words.withoutVideo}
        </Button>
      )}
      {!leftOut && (
        <Tooltip label={answerWords} shortcut={keyOf('answer', hasKeys)}>
          <Button variant="primary" icon={video ? Video : Phone} onPress={() => answer(video)}>
            {answerWords}
          </Button>
        </Tooltip>
      )}
    </CompactCard>
  );
}
