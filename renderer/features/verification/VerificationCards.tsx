// The verifications of the account: a card for each incoming request, a dialog for the running one. The chunk is loaded with the first
// verification.
import { useCallback, useState } from 'react';
import { useTranslation } from '#app/words';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import { useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { useVerify } from './useVerify';
import { VerificationView } from './VerificationView';
import type { ReadingProblem } from './CodeReader';
import { nameOf } from './words';
import styles from './Verification.module.css';

const isAsked = ({ phase, byMe }: Verification): boolean => phase === 'requested' && !byMe;

export function VerificationCards({ all }: { readonly all: readonly Verification[] }) {
  const { t } = useTranslation();
  const asked = all.filter(isAsked);
  const going = all.filter((one) => !isAsked(one)).at(-1);
  return (
    <>
      {asked.length > 0 && (
        <div className={styles.place} role="region" aria-label={t('verification.region')}>
          {asked.map((one) => (
            <RequestCard key={one.id} verification={one} />
          ))}
        </div>
      )}
      {going !== undefined && <Going key={going.id} verification={going} />}
    </>
  );
}

interface OneProps {
  readonly verification: Verification;
}

function RequestCard({ verification }: OneProps) {
  const { t } = useTranslation();
  const accept = useCall('acceptVerification');
  const end = useCall('endVerification');
  const tellFailure = useErrorNotice();
  const { id, person, isSelf } = verification;
  const name = nameOf(t, verification);
  const title = isSelf ? t('verification.askedSelf') : t('verification.asked', { name });
  const act = async (call: typeof accept | typeof end): Promise<void> => {
    const result = await call.run({ id });
    if (!result.ok) tellFailure(result.error);
  };
  return (
    <div className={styles.card} role="alertdialog" aria-label={title}>
      <div className={styles.who}>
        {!isSelf && (
          <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={40} />
        )}
        <div className={styles.words}>
          <div className={styles.title}>{title}</div>
          <div className={styles.text}>
            {isSelf ? t('verification.askedSelfText', { name }) : t('verification.askedText')}
          </div>
        </div>
      </div>
      <div className={styles.row}>
        <Button pending={end.pending} onPress={() => void act(end)}>
          {t('verification.decline')}
        </Button>
        <Button variant="primary" pending={accept.pending} onPress={() => void act(accept)}>
          {t('verification.accept')}
        </Button>
      </div>
    </div>
  );
}

/** Known only once the device holds the identity, or the server has said what could unlock it. */
const hasNoBackup = ({ state, backupEnabled, ways }: EncryptionStatus): boolean =>
  !backupEnabled &&
  (state === 'unset' || state === 'skipped' || (state === 'locked' && ways?.recoveryKey === false));

function Going({ verification }: OneProps) {
  const confirm = useCall('confirmVerification');
  const compare = useCall('compareEmoji');
  const call = useEngineCall();
  const end = useCall('endVerification');
  const again = useVerify();
  const tellFailure = useErrorNotice();
  const { value: encryption } = useValue('encryption', {});
  const { id, isSelf, person, deviceId, roomId } = verification;
  const told = async (result: ReturnType<typeof end.run>): Promise<void> => {
    const answer = await result;
    if (!answer.ok) tellFailure(answer.error);
  };
  const [problem, setProblem] = useState<ReadingProblem | null>(null);
  const read = useCallback(
    (bytes: Uint8Array): void => {
      void call('readVerificationCode', { id, bytes }).then((answer) => {
        if (!answer.ok) tellFailure(answer.error);
        else setProblem(answer.output.outcome === 'read' ? null : answer.output.outcome);
      });
    },
    [call, id, tellFailure],
  );
  const begin = async (): Promise<void> => {
    if (isSelf) await again.verify({ own: true, deviceId });
    else if (roomId !== null) await again.verify({ own: false, userId: person.userId, roomId });
  };
  return (
    <VerificationView
      verification={verification}
      pending={confirm.pending || compare.pending || again.pending}
      bare={encryption != null && hasNoBackup(encryption)}
      problem={problem}
      onRead={read}
      onBegin={() => void told(compare.run({ id }))}
      onAnswer={(matches) => void told(confirm.run({ id, matches }))}
      onAgain={() => void begin()}
      onEnd={() => void told(end.run({ id }))}
    />
  );
}
