export { ProofField } from './ProofField';
export { ProofWait } from './ProofWait';
export { useProof, type ProofState } from './useProof';
