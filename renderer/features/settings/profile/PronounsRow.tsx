// How others shall speak of this person. No line where the server keeps no such thing.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useEngineCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { TextDialog } from '#ui/overlays/TextDialog';

const longest = 64;

export function PronounsRow({ userId }: { readonly userId: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const call = useEngineCall();
  const act = useCall('setPronouns');
  /** Undefined: not known, or not kept by this server. */
  const [told, setTold] = useState<string | null | undefined>(undefined);
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('pronounsOf', { userId, language });
      if (!gone && answer.ok && answer.output.isKept) setTold(answer.output.pronouns);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId, language]);
  if (told === undefined) return null;
  const close = (): void => {
    setWriting(false);
    act.reset();
  };
  const save = async (text: string): Promise<void> => {
    const pronouns = text === '' ? null : text;
    if (!(await act.run({ pronouns, language })).ok) return;
    setTold(pronouns);
    close();
  };
  return (
    <SettingRow
      title={t('own.pronouns.title')}
      text={told === null ? t('own.pronouns.none') : <Name>{told}</Name>}
    >
      <Button onPress={() => setWriting(true)}>
        {t(told === null ? 'own.pronouns.write' : 'own.pronouns.change')}
      </Button>
      {writing && (
        <TextDialog
          title={t('own.pronouns.dialog')}
          label={t('own.pronouns.title')}
          hint={t('own.pronouns.hint')}
          confirmLabel={t('app.save')}
          cancelLabel={t('app.cancel')}
          initial={told ?? ''}
          maxLength={longest}
          mayBeEmpty
          pending={act.pending}
          onConfirm={(text) => void save(text)}
          onClose={close}
        >
          <AppErrorNote error={act.error} />
        </TextDialog>
      )}
    </SettingRow>
  );
}
