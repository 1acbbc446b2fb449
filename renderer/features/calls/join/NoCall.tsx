// The call button where no call can be made: it stands where one looks for it, and says why it cannot.
import { Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';

export type WhyNoCall = 'rights' | 'notHere' | 'blocked';

const nothing = (): void => undefined;

export function NoCall({ why }: { readonly why: WhyNoCall }) {
  const { t } = useTranslation();
  const reason = t(`calls.mayNot.${why}`);
  const entries = [
    { id: 'voice', label: t('calls.startVoice'), icon: Phone },
    { id: 'video', label: t('calls.startVideo'), icon: Video },
  ].map((entry) => ({ ...entry, disabled: true, reason, onAction: nothing }));
  return (
    <MenuButton label={reason} entries={entries}>
      <IconButton label={`${t('groupCalls.start')}. ${reason}`} icon={Phone} faded />
    </MenuButton>
  );
}
