import { later } from '#app/later';

export const CodeReader = later(async () => (await import('./CodeReader')).CodeReader);
/** The warning of {@link useDoubt}. */
export const Doubt = later(async () => (await import('./Doubt')).Doubt);
export { IdentityRow } from './IdentityRow';
export { useDoubt } from './useDoubt';
export { useVerify } from './useVerify';
export { Verifications } from './Verifications';
