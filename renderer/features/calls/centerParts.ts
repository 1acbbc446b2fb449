// What the call center is made of: a chunk that the window fetches once it is signed in.
export { createCallCenter } from './center';
export { lentDevices } from './devices/lentDevices';
