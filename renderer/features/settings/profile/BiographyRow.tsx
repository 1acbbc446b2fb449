// The biography that the person publishes in their profile. The row is absent if the server does not keep one.
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useHalfWritten } from '#app/halfWritten';
import { useCall, useEngineCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { isModEnter } from '#ui/focus/keys';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import styles from './BiographyRow.module.css';

/** The engine's limit, in characters. */
const longest = 1_000;

export function BiographyRow({ userId }: { readonly userId: string }): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  /** Undefined: not loaded, or the server does not keep it. */
  const [told, setTold] = useState<string | null | undefined>(undefined);
  const [writing, setWriting] = useState(false);
  useEffect(() => {
    let gone = false;
    const ask = async (): Promise<void> => {
      const answer = await call('biographyOf', { userId });
      if (!gone && answer.ok && answer.output.isKept) setTold(answer.output.text);
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [call, userId]);
  if (told === undefined) return null;
  return (
    <SettingRow
      title={t('own.biography.title')}
      text={told === null ? t('own.biography.none') : <Name className={styles.told}>{told}</Name>}
    >
      <Button onPress={() => setWriting(true)}>
        {t(told === null ? 'own.biography.write' : 'own.biography.change')}
      </Button>
      {writing && (
        <Writing
          before={told ?? ''}
          onSaved={(text) => setTold(text)}
          onClose={() => setWriting(false)}
        />
      )}
    </SettingRow>
  );
}

interface WritingProps {
  readonly before: string;
  readonly onSaved: (text: string | null) => void;
  readonly onClose: () => void;
}

function Writing({ before, onSaved, onClose }: WritingProps): ReactNode {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('setBiography');
  const { text, write, forget } = useHalfWritten('biography', before);
  const save = async (): Promise<void> => {
    const wanted = text.trim();
    const kept = wanted === '' ? null : wanted;
    if (wanted !== before) {
      if (!(await run({ text: kept })).ok) return;
      onSaved(kept);
    }
    forget();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModEnter(event) && !pending) void save();
  };
  return (
    <FormDialog
      title={t('own.biography.dialog')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      pending={pending}
      complete
      onConfirm={() => void save()}
      onClose={onClose}
      fields={
        <TextField className={styles.field ?? ''} value={text} maxLength={longest} onChange={write}>
          <Label className={styles.label ?? ''}>{t('own.biography.title')}</Label>
          <TextArea
            className={styles.area ?? ''}
            rows={5}
            dir="auto"
            autoFocus
            onKeyDown={onKeyDown}
          />
          <Text slot="description" className={styles.hint ?? ''}>
            {t('own.biography.hint')}
          </Text>
        </TextField>
      }
    >
      <AppErrorNote error={error} />
    </FormDialog>
  );
}
