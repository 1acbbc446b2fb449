// Starts the verification of a participant. Its cards belong to the pages of an account, so that of one beside is shown first.
import { useEngineCall } from '#app/hooks';
import { useVerify } from '../../verification';
import { useShown } from '../context';

export interface VerifyPerson {
  readonly pending: boolean;
  readonly verify: (person: { readonly userId: string; readonly roomId: string }) => Promise<void>;
}

/** Verifies in this room. */
export function useVerifyIn(): VerifyPerson {
  const { verify, pending } = useVerify();
  const { isShown, show } = useShown();
  return {
    pending,
    async verify(person) {
      if (!isShown) show();
      await verify({ own: false, ...person });
    },
  };
}

/** Verifies in the direct chat with the person if there is one, else in the room of the call. `onChat` hears the direct chat first. */
export function useVerifyPerson(onChat?: (roomId: string) => void): VerifyPerson {
  const engine = useEngineCall();
  const { verify, pending } = useVerifyIn();
  return {
    pending,
    async verify({ userId, roomId }) {
      const profile = await engine('profileForCall', { userId });
      const chat = profile.ok ? profile.output.directRoomId : null;
      if (chat !== null) onChat?.(chat);
      await verify({ userId, roomId: chat ?? roomId });
    },
  };
}
