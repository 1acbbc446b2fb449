import { later } from '#app/later';

export const DeviceSettings = later(async () => (await import('./DeviceSettings')).DeviceSettings);
export const EndDevices = later(async () => (await import('./EndDevices')).EndDevices);
export const PasswordRow = later(async () => (await import('./PasswordRow')).PasswordRow);
export const ThisDeviceRow = later(async () => (await import('./ThisDeviceRow')).ThisDeviceRow);
export { NewSignIns } from './NewSignIns';
