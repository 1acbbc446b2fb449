// The quality of the call in words and graphs: whose network is weak, the bit rates, and the kind of connection.
import { CircleCheck, Copy, TriangleAlert, X } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { copyText } from '#ui/text/copyText';
import { Graph } from './Graph';
import { summaryOf, verdictOf, type ConnectionReport, type Verdict } from './report';
import { useReports, type Line } from './useReports';
import styles from './QualityPanel.module.css';

export interface QualityPanelProps {
  readonly lines: readonly Line[];
  readonly onClose: () => void;
}

function rateWords(t: TFunction, bits: number): string {
  return bits >= 1_000_000
    ? t('quality.mbit', { value: (bits / 1_000_000).toFixed(1) })
    : t('quality.kbit', { value: Math.round(bits / 1000) });
}

export function QualityPanel({ lines, onClose }: QualityPanelProps) {
  const { t } = useTranslation();
  const { reports, points } = useReports(lines);
  const [copied, setCopied] = useState(false);
  const last = points.at(-1);
  const verdict = verdictOf(reports);
  const nameOf = (key: string): string => lines.find((line) => line.key === key)?.name ?? key;
  const copy = (): void => {
    const users = new Set([...reports.keys()].map((key) => key.split(' ')[0]));
    const opponents = { users: users.size, devices: reports.size };
    const summary = summaryOf([...reports.values()], opponents);
    const connections = Object.fromEntries(
      [...reports].map(([key, report]) => [nameOf(key), report]),
    );
    void copyText(JSON.stringify({ summary, connections }, null, 2)).then(() => setCopied(true));
  };
  return (
    <aside className={styles.panel} aria-label={t('quality.title')}>
      <Bar>
        <h2 className={styles.title}>{t('quality.title')}</h2>
        <IconButton label={t('quality.close')} icon={X} onPress={onClose} />
      </Bar>
      <div className={styles.body}>
        <VerdictWords
          {...{ verdict, nameOf }}
          alone={reports.size === 1}
          none={t(lines.some(isConnected) ? 'quality.measuring' : 'quality.waiting')}
        />
        {last !== undefined && (
          <>
            <Graph
              label={t('quality.roundTrip')}
              value={t('quality.ms', { value: last.roundTripMs })}
              numbers={points.map(({ roundTripMs }) => roundTripMs)}
              atLeast={100}
              warn={last.roundTripMs >= 400}
            />
            <Graph
              label={t('quality.lost')}
              value={t('quality.percent', { value: last.lossPercent })}
              numbers={points.map(({ lossPercent }) => lossPercent)}
              atLeast={10}
              warn={last.lossPercent >= 3}
            />
            <Graph
              label={t('quality.sending')}
              value={rateWords(t, last.up)}
              numbers={points.map(({ up }) => up)}
              atLeast={100_000}
            />
            <Graph
              label={t('quality.receiving')}
              value={rateWords(t, last.down)}
              numbers={points.map(({ down }) => down)}
              atLeast={100_000}
            />
          </>
        )}
        {[...reports].map(([key, report]) => (
          <LineFacts key={key} name={nameOf(key)} report={report} />
        ))}
        {reports.size > 0 && (
          <Button variant="text" flush icon={Copy} className={styles.copy} onPress={copy}>
            {copied ? t('quality.copied') : t('quality.copy')}
          </Button>
        )}
      </div>
    </aside>
  );
}

const isConnected = ({ connection }: Line): boolean => connection.connectionState === 'connected';

interface VerdictWordsProps {
  readonly verdict: Verdict;
  /** While nothing was read. */
  readonly none: string;
  /** There is only one connection. */
  readonly alone: boolean;
  readonly nameOf: (key: string) => string;
}

function VerdictWords({ verdict, none, alone, nameOf }: VerdictWordsProps) {
  const { t } = useTranslation();
  if (verdict.side === 'none') return <p className={styles.hint}>{none}</p>;
  const good = verdict.side === 'good';
  const name = verdict.side === 'theirs' ? nameOf(verdict.key) : '';
  const words = {
    theirs: [
      t('quality.theirs', { name }),
      t(alone ? 'quality.theirsAloneHint' : 'quality.theirsHint', { name }),
    ],
    yours: [t('quality.yours'), t(alone ? 'quality.yoursAloneHint' : 'quality.yoursHint')],
    between: [t('quality.between'), t('quality.betweenHint')],
    good: [t('quality.good'), t('quality.goodHint')],
  } as const;
  const [what, hint] = words[verdict.side];
  return (
    <div className={styles.verdict} role="status">
      <Icon
        icon={good ? CircleCheck : TriangleAlert}
        className={good ? styles.good : styles.weak}
      />
      <div>
        <b>{what}</b>
        <p className={styles.hint}>{hint}</p>
      </div>
    </div>
  );
}

function LineFacts({ name, report }: { readonly name: string; readonly report: ConnectionReport }) {
  const { t } = useTranslation();
  const { transport, resolution, framerate, codec, jitter, packetLoss, audioConcealment } = report;
  const size = resolution.download;
  const made =
    audioConcealment.totalMs === 0
      ? 0
      : Math.round((audioConcealment.concealedMs / audioConcealment.totalMs) * 1000) / 10;
  const facts: readonly (readonly [string, string])[] = [
    [
      t('quality.route'),
      transport.type === null
        ? t('quality.unknown')
        : transport.type === 'relay'
          ? t('quality.relay')
          : t('quality.direct'),
    ],
    ...(size === null
      ? []
      : [
          [t('quality.picture'), t('quality.size', { ...size, rate: framerate.download })] as const,
        ]),
    [
      t('quality.codec'),
      [codec.audio, codec.video].filter((one) => one !== null).join(', ') || t('quality.unknown'),
    ],
    [
      t('quality.jitter'),
      jitter.audio === null ? t('quality.unknown') : t('quality.ms', { value: jitter.audio }),
    ],
    [t('quality.lost'), t('quality.percent', { value: packetLoss.total })],
    [t('quality.concealed'), t('quality.percent', { value: made })],
  ];
  return (
    <section aria-label={name} className={styles.line}>
      <h3 className={styles.lineName}>{name}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
