// The banner of a room with a running call: it names who is in the call and offers to join. It also leads to a call between two that runs
// in a window of its own.
import { PhoneCall } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { useCallCenter, useCallOf, useCallsState } from '../context';
import { usePopOut } from '../stage/floating/popped';
import { useShowCall } from '../stage/useShowCall';
import { PoppedBanner } from './PoppedBanner';
import styles from './GroupBanner.module.css';

/** The most names in the sentence; the other participants are counted. */
const mostNames = 3;

export function GroupBanner({ roomId }: { readonly roomId: string }) {
  const { t, i18n } = useTranslation();
  const { value: session } = useValue('session', {});
  const center = useCallCenter();
  const { joining } = useCallsState();
  const mine = useCallOf(roomId);
  const { value: room } = useValue('groupCallRoom', { roomId });
  const { popped } = usePopOut();
  const show = useShowCall();
  const call = room?.call ?? null;
  if (mine?.can.many === false && popped?.callId === mine.callId)
    return <PoppedBanner call={mine} />;
  if (center === null || room === undefined || call === null || call.devices.length === 0)
    return null;
  const inIt = [...new Set(call.devices.map(({ userId }) => userId))];
  const others = inIt.filter((userId) => userId !== session?.userId);
  const nameOf = (userId: string) =>
    isolate(room.members.find((member) => member.userId === userId)?.name ?? userId);
  const names = [
    ...(others.length < inIt.length ? [t('groupCalls.you')] : []),
    ...others.map(nameOf),
  ];
  const title = call.isPtt
    ? t('groupCalls.goingPtt')
    : call.type === 'm.video'
      ? t('groupCalls.goingVideo')
      : t('groupCalls.going');
  return (
    <section className={styles.banner} aria-label={title}>
      <Icon icon={PhoneCall} className={styles.icon} />
      <span className={styles.words}>
        <b>{title}</b>{' '}
        <span className={styles.who}>
          {others.length === 0
            ? t(mine === null ? 'groupCalls.youElsewhere' : 'groupCalls.youAlone')
            : t('groupCalls.inIt', {
                count: names.length,
                names: new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
                  names.length <= mostNames
                    ? names
                    : [
                        ...names.slice(0, mostNames - 1),
                        t('groupCalls.more', { count: names.length - mostNames + 1 }),
                      ],
                ),
              })}
        </span>
      </span>
      {mine !== null ? (
        <Button size="s" onPress={() => show(mine)}>
          {t('groupCalls.toCall')}
        </Button>
      ) : (
        room.canJoin && (
          <>
            {call.type === 'm.video' && (
              <Button
                size="s"
                isDisabled={joining !== null}
                onPress={() => void center.join(roomId, false)}
              >
                {t('groupCalls.joinVoiceOnly')}
              </Button>
            )}
            <Button
              size="s"
              variant="primary"
              pending={joining === roomId}
              onPress={() => void center.join(roomId, call.type === 'm.video')}
            >
              {t('groupCalls.join')}
            </Button>
          </>
        )
      )}
    </section>
  );
}
