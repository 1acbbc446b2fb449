// The sections of Settings, in their order. Only what exists has one.
import {
  Bell,
  Folder,
  Info,
  MonitorSmartphone,
  Palette,
  Phone,
  Server,
  ShieldCheck,
  Smile,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import words from '#contract/locales/serverAdmin.en.json';
import { addWords } from '#app/i18n';
import type { SettingsSection } from '#app/places/navigation';

addWords(words);

interface Section {
  readonly id: SettingsSection;
  readonly icon: LucideIcon;
  readonly title:
    | 'settings.account'
    | 'notifications.title'
    | 'devices.title'
    | 'settings.encryption'
    | 'settings.appearance'
    | 'packs.title'
    | 'calls.settings.title'
    | 'settings.storage'
    | 'admin.title'
    | 'settings.about';
}

export const sections: readonly Section[] = [
  { id: 'account', icon: UserRound, title: 'settings.account' },
  { id: 'notifications', icon: Bell, title: 'notifications.title' },
  { id: 'devices', icon: MonitorSmartphone, title: 'devices.title' },
  { id: 'encryption', icon: ShieldCheck, title: 'settings.encryption' },
  { id: 'appearance', icon: Palette, title: 'settings.appearance' },
  { id: 'packs', icon: Smile, title: 'packs.title' },
  { id: 'calls', icon: Phone, title: 'calls.settings.title' },
  { id: 'storage', icon: Folder, title: 'settings.storage' },
  { id: 'admin', icon: Server, title: 'admin.title' },
  { id: 'about', icon: Info, title: 'settings.about' },
];

export const tabId = (section: SettingsSection): string => `settings-tab-${section}`;
export const panelId = 'settings-panel';
