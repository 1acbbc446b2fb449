// Reports the participants of a group call who were cut off because "verified people only" was switched on; that may have happened on
// another device.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import { useStable } from '#ui/useStable';
import { useVerifyPerson } from '../acts/useVerifyPerson';
import { useCallsState } from '../context';

export function CutOffNews() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { calls } = useCallsState();
  const verify = useStable(useVerifyPerson().verify);
  /** Participants that were connected, by call and participant. */
  const reached = useRef(new Set<string>());
  useEffect(() => {
    const told = new Set<string>();
    for (const { callId, roomId, participants } of calls)
      for (const { key, userId, name, leg } of participants) {
        const one = `${callId} ${key}`;
        if (leg === 'connected') reached.current.add(one);
        else if (leg === 'left_out' && reached.current.delete(one) && !told.has(userId)) {
          // A person may be in the call with several devices, and is reported once.
          told.add(userId);
          toasts.show({
            text: t('groupCalls.cutOff', { name: isolate(name) }),
            action: {
              label: t('groupCalls.verify'),
              onPress: () => void verify({ userId, roomId }),
            },
          });
        }
      }
    if (calls.length === 0) reached.current.clear();
  }, [calls, t, toasts, verify]);
  return null;
}
