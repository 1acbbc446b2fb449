// The sections of the settings that a window can show.

export type SettingsSection =
  | 'account'
  | 'notifications'
  | 'devices'
  | 'encryption'
  | 'appearance'
  | 'packs'
  | 'calls'
  | 'storage'
  | 'admin'
  | 'about';
