export { PeoplePicker } from './PeoplePicker';
