// When something of a list was: short in the row, whole when one asks.
import { formatFull, formatListTime } from './time';

export interface ListTimeProps {
  /** Epoch, ms. */
  readonly atMs: number;
  readonly nowMs: number;
  readonly language: string;
  readonly className?: string | undefined;
}

export function ListTime({ atMs, nowMs, language, className }: ListTimeProps) {
  return (
    <time
      className={className}
      dateTime={new Date(atMs).toISOString()}
      title={formatFull(atMs, language)}
    >
      {formatListTime(atMs, nowMs, language)}
    </time>
  );
}
