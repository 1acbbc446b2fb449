// A row of two lines in a list at the side: picture, name and time; one line below. Its slot, which is placed, hovered and marked as the
// keyboard's, is the list's: `slot`, `list` and `canvas` of the style sheet.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Name } from '../text/Name';
import { ListTime } from '../text/ListTime';
import styles from './ListRow.module.css';

export interface ListRowProps {
  readonly picture: ReactNode;
  readonly name: string;
  /** Tells it from another row of the same name. */
  readonly address?: string | undefined;
  /** Between the name and the time. */
  readonly marks?: ReactNode;
  /** Null: nothing ever happened. */
  readonly timeMs: number | null;
  readonly nowMs: number;
  readonly language: string;
  readonly selected: boolean;
  readonly unread: boolean;
  readonly className?: string | undefined;
  /** The second line. */
  readonly children: ReactNode;
}

export function ListRow(props: ListRowProps) {
  const { address, timeMs, nowMs, language, selected, unread } = props;
  return (
    <div
      className={clsx(
        styles.row,
        selected && styles.selected,
        unread && styles.unread,
        props.className,
      )}
    >
      {props.picture}
      <div className={styles.words}>
        <div className={styles.first}>
          <Name cut className={styles.name}>
            {props.name}
          </Name>
          {address !== undefined && (
            <Name cut className={styles.address}>
              {address}
            </Name>
          )}
          {props.marks}
          {timeMs !== null && (
            <ListTime className={styles.time} atMs={timeMs} nowMs={nowMs} language={language} />
          )}
        </div>
        <div className={styles.second}>{props.children}</div>
      </div>
    </div>
  );
}
