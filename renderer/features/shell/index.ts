export { Root } from './Root';
export { AccountView } from './AccountView';
