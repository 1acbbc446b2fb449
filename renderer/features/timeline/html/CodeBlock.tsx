// A code block: it scrolls on its own, and one press copies its text.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { copyText } from '#ui/text/copyText';
import { IconButton } from '#ui/controls/IconButton';
import styles from './RichText.module.css';

const saidForMs = 2000;

interface CodeBlockProps {
  /** The text that is copied. */
  readonly text: string;
  readonly children: ReactNode;
}

export function CodeBlock({ text, children }: CodeBlockProps): ReactNode {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className={styles.block}>
      <pre className={styles.pre} tabIndex={0} dir="ltr">
        {children}
      </pre>
      <IconButton
        label={t(copied ? 'timeline.copied' : 'timeline.action.copyCode')}
        icon={copied ? Check : Copy}
        size="s"
        className={styles.copy}
        onPress={() => void copyText(text.replace(/\n$/, '')).then(setCopied)}
      />
    </div>
  );
}
