// Copies a text that was begun before this account lost the right to write here.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';

export function KeptText({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <Button variant="text" size="s" onPress={() => void copyText(text).then(setCopied)}>
      {t(copied ? 'app.copied' : 'app.copy')}
    </Button>
  );
}
