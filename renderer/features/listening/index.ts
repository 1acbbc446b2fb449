export { LeftSound } from './LeftSound';
