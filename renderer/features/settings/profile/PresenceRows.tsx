// The person's presence: a status message, and whether others see the presence at all.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import own from '#contract/locales/own.en.json';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Name } from '#ui/text/Name';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';
import styles from './ProfileRow.module.css';

addWords(own);

export function PresenceRows() {
  const { t } = useTranslation();
  const { value } = useValue('ownPresence', {});
  const share = useCall('sharePresence');
  const set = useCall('setPresence');
  const tellFailure = useErrorNotice();
  const [writing, setWriting] = useState(false);
  if (value === undefined) return null;
  const { shares, status, away = false } = value;
  const onAway = async (on: boolean): Promise<void> => {
    const result = await set.run({ presence: on ? 'unavailable' : 'online' });
    if (!result.ok) tellFailure(result.error);
  };
  const onShare = async (on: boolean): Promise<void> => {
    const result = await share.run({ on });
    if (!result.ok) tellFailure(result.error);
  };
  return (
    <>
      <SettingSwitch
        label={t('own.presence.share')}
        hint={t('own.presence.shareHint')}
        isSelected={shares}
        pending={share.pending}
        onChange={(on) => void onShare(on)}
      />
      {shares && (
        <SettingSwitch
          label={t('own.presence.away')}
          hint={t('own.presence.awayHint')}
          isSelected={away}
          pending={set.pending}
          onChange={(on) => void onAway(on)}
        />
      )}
      {shares && (
        <SettingRow
          title={t('own.presence.status')}
          text={status === null ? t('own.presence.noStatus') : <Name>{status}</Name>}
        >
          <Button onPress={() => setWriting(true)}>
            {status === null ? t('own.presence.write') : t('own.presence.change')}
          </Button>
        </SettingRow>
      )}
      {writing && <StatusDialog status={status ?? ''} onClose={() => setWriting(false)} />}
    </>
  );
}

interface StatusDialogProps {
  readonly status: string;
  readonly onClose: () => void;
}

function StatusDialog({ status, onClose }: StatusDialogProps) {
  const { t } = useTranslation();
  const act = useCall('setStatus');
  const [refused, setRefused] = useState(false);
  const save = async (text: string): Promise<void> => {
    const result = await act.run({ text: text.trim() === '' ? null : text.trim() });
    if (!result.ok) return;
    if (result.output.kept) onClose();
    else setRefused(true);
  };
  return (
    <TextDialog
      title={t('own.presence.title')}
      label={t('own.presence.status')}
      hint={t('own.presence.hint')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={status}
      maxLength={200}
      mayBeEmpty
      pending={act.pending}
      onConfirm={(text) => void save(text)}
      onClose={onClose}
    >
      {refused && (
        <p role="alert" className={styles.hint}>
          {t('own.presence.notKept')}
        </p>
      )}
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}
