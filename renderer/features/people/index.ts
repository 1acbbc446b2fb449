export { PeoplePicker } from './PeoplePicker';
export { usePeopleSearch } from './usePeopleSearch';
