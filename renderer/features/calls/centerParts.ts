// The parts of the call center, in a chunk that the window loads once the account is signed in.
export { createCallCenter } from './center';
export { lentDevices } from './devices/lentDevices';
