// The empty state of the call history: there are no calls, or no missed ones.
import { Phone, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { later } from '#app/later';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';

const NewCallDialog = later(async () => (await import('./NewCallDialog')).NewCallDialog);

export function NoCalls({ missedOnly }: { readonly missedOnly: boolean }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  if (missedOnly)
    return (
      <EmptyState
        icon={PhoneMissed}
        title={t('callPlace.emptyMissedTitle')}
        text={t('callPlace.emptyMissedText')}
      />
    );
  return (
    <EmptyState icon={Phone} title={t('callPlace.emptyTitle')} text={t('callPlace.emptyText')}>
      <Button variant="primary" icon={PhoneOutgoing} onPress={() => setAdding(true)}>
        {t('callPlace.newCall')}
      </Button>
      {adding && <NewCallDialog onClose={() => setAdding(false)} />}
    </EmptyState>
  );
}
