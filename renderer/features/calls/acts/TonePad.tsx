// The keys of a telephone, for machines at the other end. Digits can also be typed.
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import styles from './TonePad.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

export interface TonePadProps {
  readonly onTone: (digit: string) => void;
  readonly onClose: () => void;
}

export function TonePad({ onTone, onClose }: TonePadProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState('');
  const pad = useRef<HTMLDivElement>(null);
  // Focuses the pad, so that the person can type at once. The menu that opened it restores the focus first; the pad returns it when it
  // closes.
  useEffect(() => {
    let from: Element | null = null;
    const start = (): void => {
      from = document.activeElement;
      pad.current?.focus();
    };
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(start)));
    return () => {
      cancelAnimationFrame(frame);
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  const press = (digit: string): void => {
    onTone(digit);
    setSent((before) => (before + digit).slice(-16));
  };
  return (
    <div
      ref={pad}
      tabIndex={-1}
      className={styles.pad}
      role="group"
      aria-label={t('calls.pad')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (keys.includes(event.key)) press(event.key);
      }}
    >
      <div className={styles.head}>
        <output className={styles.sent} aria-label={t('calls.tonesSent')}>
          {sent}
        </output>
        <IconButton label={t('calls.hidePad')} icon={X} size="s" onPress={onClose} />
      </div>
      {keys.map((digit) => (
        <Button
          key={digit}
          className={styles.key}
          aria-label={t('calls.tone', { digit })}
          onPress={() => press(digit)}
        >
          {digit}
        </Button>
      ))}
    </div>
  );
}
