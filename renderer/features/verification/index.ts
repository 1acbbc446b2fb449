export { IdentityRow } from './IdentityRow';
export { useVerify } from './useVerify';
export { Verifications } from './Verifications';
