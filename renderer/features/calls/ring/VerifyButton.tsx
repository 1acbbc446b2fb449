// The button of a compact card whose caller is to be verified before the call can be answered.
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';

export interface VerifyButtonProps {
  /** Its card has the colour. */
  readonly isFirst: boolean;
  readonly pending?: boolean;
  readonly onPress: () => void;
}

export function VerifyButton({ isFirst, pending = false, onPress }: VerifyButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      icon={ShieldCheck}
      pending={pending}
      onPress={onPress}
    >
      {t('calls.verify')}
    </Button>
  );
}
