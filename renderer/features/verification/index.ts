import { later } from '#app/later';

export const CodeReader = later(async () => (await import('./CodeReader')).CodeReader);
export { IdentityRow } from './IdentityRow';
export { useVerify } from './useVerify';
export { Verifications } from './Verifications';
