// The frame of an act after which the account is gone from this computer: main and the window know of it before it begins.
import { useAccount, useShell } from '#app/context';
import { signOutBegan } from '#app/places/navigation';
import { resultOf } from '#app/result';
import { useAppDispatch } from '#app/store';

export function useLeaving(onGone: () => void) {
  const shell = useShell();
  const { accountId } = useAccount();
  const dispatch = useAppDispatch();
  const announce = async (leaving: boolean): Promise<void> => {
    dispatch(signOutBegan(leaving));
    await resultOf(shell.call('leaveAccount', { accountId, leaving }));
  };
  return async (act: () => Promise<{ readonly ok: boolean }>): Promise<void> => {
    // Whatever cuts this, the next start finishes it.
    await announce(true);
    const { ok } = await act();
    if (ok) onGone();
    else await announce(false);
  };
}
