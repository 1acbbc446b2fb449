// Asks for a place and sends it into the conversation, once or live for a time. Words that were not sent are there again when it is opened
// again.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import locations from '#contract/locales/locations.en.json';
import type { ConversationId } from '#contract/areas/ids';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { conversationKey } from '#app/composing';
import { AppErrorNote } from '#app/errors';
import { useCut, useTellCut } from '#app/cutOff';
import { useHalfWritten } from '#app/halfWritten';
import { useEngineCall, useList } from '#app/hooks';
import { addWords } from '#app/i18n';
import { messageSent } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import type { Result } from '#app/result';
import { useAppDispatch } from '#app/store';
import { FormDialog } from '#ui/overlays/FormDialog';
import { Segmented } from '#ui/controls/Segmented';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import styles from './Locations.module.css';
import { PlaceField } from './PlaceField';
import { readPlace } from './readPlace';

addWords(locations);

export interface PlaceDialogProps {
  readonly conversation: ConversationId;
  readonly encrypted: boolean;
  readonly permissions: RoomHeader['permissions'];
  readonly onClose: () => void;
  /** The location is being sent, and the dialog closes. */
  readonly onSent: () => void;
}

const durations = ['900000', '3600000', '28800000'] as const;
type Duration = (typeof durations)[number];

export function PlaceDialog(props: PlaceDialogProps): ReactNode {
  const { conversation, encrypted, permissions, onClose, onSent } = props;
  const { roomId, threadId } = conversation;
  const { t } = useTranslation();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const { items: shares } = useList('liveLocations', { roomId });
  const where = useHalfWritten(`place ${conversationKey(conversation)}`);
  const about = useHalfWritten(`about place ${conversationKey(conversation)}`);
  const [live, setLive] = useState(false);
  const [duration, setDuration] = useState<Duration>('900000');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Extract<Result<unknown>, { ok: false }>['error'] | null>(null);
  // The same request id for repeated presses, so that the location is sent once.
  const [requestId] = useState(newRequestId);
  const place = readPlace(where.text);
  const already = shares.some(({ mine }) => mine);
  const mayLive = permissions.shareLive === true && !already;

  const tellCut = useTellCut(roomId);
  const ended = useCut(true, () =>
    tellCut('place', [where.text, about.text].filter((text) => text.trim() !== '').join('\n')),
  );
  const send = async (): Promise<void> => {
    if (place === null) return;
    setPending(true);
    setError(null);
    const act = { requestId, ...place, text: about.text.trim() };
    const sent: Result<unknown> = live
      ? await call('startLiveLocation', { ...act, roomId, durationMs: Number(duration) })
      : await call('sendLocation', { ...act, ...conversation });
    setPending(false);
    if (!sent.ok) return setError(sent.error);
    where.forget();
    about.forget();
    dispatch(messageSent({ threadId: live ? null : threadId }));
    onSent();
    ended();
    return onClose();
  };

  const why = already ? t('locations.liveAlready') : t('locations.liveForbidden');
  return (
    <FormDialog
      title={t('locations.title')}
      confirmLabel={t(live ? 'locations.start' : 'locations.send')}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={() => void send()}
      onClose={() => {
        ended();
        onClose();
      }}
      pending={pending}
      complete={place !== null}
      fields={
        <div className={styles.fields}>
          <PlaceField value={where.text} onChange={where.write} />
          <TextField
            label={t('locations.text')}
            value={about.text}
            maxLength={1_000}
            onChange={about.write}
          />
          {/* A thread has no live locations: they are the room's. */}
          {threadId === null && (
            <Switch
              label={t('locations.live')}
              hint={mayLive ? t('locations.liveHint') : why}
              isSelected={live && mayLive}
              isDisabled={!mayLive}
              onChange={setLive}
            />
          )}
          {live && mayLive && (
            <>
              <Segmented
                label={t('locations.duration')}
                value={duration}
                options={durations.map((id) => ({ id, label: t(`locations.for${id}`) }))}
                onChange={setDuration}
              />
              <p className={styles.note}>
                {t(encrypted ? 'locations.liveSeen' : 'locations.liveOpen')}
              </p>
            </>
          )}
        </div>
      }
    >
      {error !== null && <AppErrorNote error={error} />}
    </FormDialog>
  );
}
