// Secure backup from the status line or settings: the same pages as after sign-in, set up or started over.
import { useState } from 'react';
import { useValue } from '#app/hooks';
import { SoloPage } from '#ui/layout/SoloPage';
import { ResetEncryption } from './ResetEncryption';
import { SetUpBackup } from './SetUpBackup';

export interface BackupPageProps {
  readonly how: 'setUp' | 'reset';
  readonly onDone: () => void;
}

export function BackupPage({ how, onDone }: BackupPageProps) {
  const { value: session } = useValue('session', {});
  const { value: encryption } = useValue('encryption', {});
  const [resetting, setResetting] = useState(how === 'reset');
  const [shownBefore] = useState(encryption?.state === 'key_shown');
  const who = { server: session?.serverName ?? '', userId: session?.userId ?? '' };
  return (
    <SoloPage wide>
      {resetting ? (
        <ResetEncryption {...who} onBack={onDone} onDone={onDone} />
      ) : (
        <SetUpBackup
          {...who}
          shownBefore={shownBefore}
          onReset={() => setResetting(true)}
          onDone={onDone}
        />
      )}
    </SoloPage>
  );
}
