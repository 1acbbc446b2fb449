// Whether this account is an administrator of its server: asked when Settings open. No answer means no.
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';

export function useServerAdmin(): boolean {
  const call = useEngineCall();
  const [isAdmin, setIsAdmin] = useState(false);
  useEffect(() => {
    let gone = false;
    void call('isServerAdmin', {}).then((result) => {
      if (!gone) setIsAdmin(result.ok && result.output.isAdmin);
    });
    return () => {
      gone = true;
    };
  }, [call]);
  return isAdmin;
}
