// The act of a room in a list that takes requests: asks for a few words, sends the request, and then says that it was sent.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { PublicRoom } from '#contract/areas/rooms/directoryModels';
import words from '#contract/locales/explore.en.json';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isolate } from '#ui/text/isolate';
import { AskField, useAsking } from './Asking';
import styles from './Explore.module.css';

addWords(words);

export interface AskToJoinProps {
  /** `membership`: a request may have been sent earlier. */
  readonly room: Pick<PublicRoom, 'name' | 'roomId' | 'via' | 'membership'>;
  /** It takes the place of a button that was pressed. */
  readonly autoFocus?: boolean;
}

export function AskToJoin({ room, autoFocus = false }: AskToJoinProps) {
  const { t } = useTranslation();
  const { name, roomId, via } = room;
  const asking = useAsking({ roomIdOrAlias: roomId, via: [...via] });
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(room.membership === 'knock');
  const send = async (): Promise<void> => {
    if ((await asking.ask()) === null) return;
    setOpen(false);
    setSent(true);
  };
  if (sent) return <span className={styles.meta}>{t('explore.asked')}</span>;
  return (
    <>
      <Button
        aria-label={t('explore.askNamed', { name })}
        autoFocus={autoFocus}
        onPress={() => setOpen(true)}
      >
        {t('explore.ask')}
      </Button>
      {open && (
        <FormDialog
          title={t('explore.askNamed', { name: isolate(name) })}
          confirmLabel={t('explore.ask')}
          cancelLabel={t('app.cancel')}
          pending={asking.pending}
          complete
          about={<p>{t('explore.askAbout')}</p>}
          fields={<AskField asking={asking} autoFocus />}
          onConfirm={() => void send()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
