export { PeoplePicker } from './PeoplePicker';
export { RequestButtons } from './RequestButtons';
export { usePeopleSearch } from './usePeopleSearch';
