export { SettingsPlace } from './SettingsPlace';
