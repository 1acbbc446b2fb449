export { Unchecked } from './Unchecked';
export { usePlayable } from './usePlayable';
