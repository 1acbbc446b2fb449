// The call that went down with this window, when it was loaded again: one press leads back. Cameras and microphones do not open by themselves.
import { Phone, Video, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import type { CutCall } from '#contract/areas/calls/callsModels';
import { useEngineCall, useValue } from '#app/hooks';
import { roomOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { useFocusReturn } from '#ui/focus/focusReturn';
import type { CallCenter } from '../center';
import { useCallCenter, useCallsState } from '../context';
import styles from '../stage/floating/FloatingCall.module.css';

export function DroppedCallCard() {
  const center = useCallCenter();
  const { calls, joining } = useCallsState();
  const { value: rings = [] } = useValue('callRings', {});
  const { value: cut } = useValue('cutCall', {});
  // The card stays hidden while the person is in a call, joins one or is called.
  const busy = calls.length > 0 || joining !== null || rings.length > 0;
  if (cut === undefined || cut === null || busy || center === null) return null;
  return <Card cut={cut} center={center} />;
}

interface CardProps {
  readonly cut: CutCall;
  readonly center: CallCenter;
}

function Card({ cut, center }: CardProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const { roomId, roomName, person, media } = cut;
  const video = media === 'video';
  /** The stage takes the focus once it is open. */
  const leads = useRef(false);
  useFocusReturn(leads);
  const back = (): void => {
    leads.current = true;
    dispatch(roomOpened(roomId));
    if (person === null) void center.join(roomId, video);
    else void center.place(roomId, video);
  };
  return (
    <div data-part="" className={styles.card} role="alert">
      <p className={styles.words}>
        {person === null
          ? t('calls.cut.group', { name: roomName })
          : t('calls.cut.person', { name: person.name })}
      </p>
      <Button size="s" variant="primary" icon={video ? Video : Phone} onPress={back}>
        {person === null
          ? t('calls.cut.join')
          : t(video ? 'calls.callAgainVideo' : 'calls.callAgainVoice')}
      </Button>
      <IconButton
        label={t('calls.close')}
        icon={X}
        onPress={() => {
          leads.current = false;
          void call('dismissCutCall', {});
        }}
      />
    </div>
  );
}
