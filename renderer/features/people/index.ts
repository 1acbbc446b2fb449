export { PeoplePicker } from './PeoplePicker';
export { RequestButtons } from './RequestButtons';
export { usePicking } from './usePicking';
export { useUninvitedNotice } from './useUninvitedNotice';
export { usePeopleSearch } from './usePeopleSearch';
