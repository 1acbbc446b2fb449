// The button beside the send button that schedules the message.
import { AlarmClock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/scheduled.en.json';
import { useCut, useTellCut } from '#app/cutOff';
import { addWords } from '#app/i18n';
import { IconButton } from '#ui/controls/IconButton';
import { WhenDialog } from '../when';
import { ChatNote } from './ChatNote';

addWords(words);

export interface SendLaterProps {
  readonly roomId: string;
  readonly onChoose: (atMs: number) => void;
}

export function SendLater({ roomId, onChoose }: SendLaterProps): ReactNode {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const tellCut = useTellCut(roomId);
  useCut(asking, () => tellCut('later'));
  return (
    <>
      <IconButton label={t('scheduled.button')} icon={AlarmClock} onPress={() => setAsking(true)} />
      {asking && (
        <WhenDialog
          title={t('scheduled.title')}
          times={['hour1', 'tomorrow', 'nextWeek']}
          confirmLabel={t('scheduled.confirm')}
          onChoose={(atMs) => {
            setAsking(false);
            onChoose(atMs);
          }}
          onClose={() => setAsking(false)}
        >
          <ChatNote />
        </WhenDialog>
      )}
    </>
  );
}
