// Secure backup set up later, from the status line or settings: the same page as after sign-in.
import { useState } from 'react';
import { useValue } from '../../app/hooks';
import { SoloPage } from '../../ui/SoloPage';
import { SetUpBackup } from './SetUpBackup';

export function SetUpBackupPage({ onDone }: { readonly onDone: () => void }) {
  const { value: session } = useValue('session', {});
  const { value: encryption } = useValue('encryption', {});
  const [shownBefore] = useState(encryption?.state === 'key_shown');
  return (
    <SoloPage wide>
      <SetUpBackup
        server={session?.serverName ?? ''}
        userId={session?.userId ?? ''}
        shownBefore={shownBefore}
        onDone={onDone}
      />
    </SoloPage>
  );
}
