// Names and other text of people: isolated from the direction of the text around it, and cut with an ellipsis where asked.
import clsx from 'clsx';
import styles from './Name.module.css';

export interface NameProps {
  readonly children: string;
  readonly cut?: boolean;
  readonly className?: string | undefined;
}

export function Name({ children, cut = false, className }: NameProps) {
  return (
    <bdi
      className={clsx(styles.name, cut && styles.cut, className)}
      title={cut ? children : undefined}
    >
      {children}
    </bdi>
  );
}
