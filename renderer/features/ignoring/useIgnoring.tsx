// Menu and card entries to ignore a person, to undo it, and to report them. Must not decide which events are left out: the engine does.
import { Ban, Flag, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import words from '#contract/locales/ignoring.en.json';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { isolate } from '#ui/text/isolate';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useToasts } from '#ui/overlays/Toasts';
import { ReportDialog } from '../report';

addWords(words);

type Named = Pick<Person, 'userId' | 'name'>;

export interface Ignoring {
  /** True when it is so now. */
  readonly set: (person: Named, ignored: boolean) => Promise<boolean>;
  /** The person whose blocking, or its end, is on its way. */
  readonly pending: string | null;
  /** None for this account itself. */
  readonly entriesFor: (person: Named, ignored: boolean) => readonly MenuEntry[];
  /** Render once beside them. */
  readonly dialog: ReactNode;
}

export function useIgnoring(): Ignoring {
  const { t } = useTranslation();
  const call = useEngineCall();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  const { value: session } = useValue('session', {});
  const [reported, setReported] = useState<string | null>(null);
  const [pending, setPending] = useState<string | null>(null);

  async function set(person: Named, ignored: boolean): Promise<boolean> {
    setPending(person.userId);
    const result = await call('setIgnored', { userId: person.userId, ignored });
    setPending(null);
    if (!result.ok) {
      tellFailure(result.error);
      return false;
    }
    const name = isolate(person.name);
    toasts.show({
      state: `ignoring ${person.userId}`,
      text: t(ignored ? 'ignoring.done' : 'ignoring.undone', { name }),
      ...(ignored && {
        action: { label: t('ignoring.undo'), onPress: () => void set(person, false) },
      }),
    });
    return true;
  }

  return {
    set,
    pending,
    entriesFor: (person, ignored) =>
      person.userId === session?.userId
        ? []
        : [
            {
              id: 'block',
              label: t(ignored ? 'ignoring.unblock' : 'ignoring.block'),
              icon: ignored ? Undo2 : Ban,
              danger: !ignored,
              onAction: () => void set(person, !ignored),
            },
            {
              id: 'report',
              label: t('report.action'),
              icon: Flag,
              onAction: () => setReported(person.userId),
            },
          ],
    dialog:
      reported === null ? null : (
        <ReportDialog
          title={t('ignoring.reportTitle')}
          userId={reported}
          onClose={() => setReported(null)}
        />
      ),
  };
}
