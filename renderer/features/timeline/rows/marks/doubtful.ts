// Whether it is certain who sent a message; the words about it are in `TrustLine`, which comes with the first that is not.
import { later } from '#app/later';
import { isDanger } from '#app/TrustMark';
import type { Message } from '../../context';

export const TrustLine = later(async () => (await import('./TrustLine')).TrustLine);

/** Whether the line has something to say. */
export const isDoubtful = ({ continuation, trust }: Message): boolean =>
  !continuation && trust !== 'ok' && isDanger(trust);
