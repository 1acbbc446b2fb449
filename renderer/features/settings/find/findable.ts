// The settings that can be found by their words, in the order of their pages: titles of rows, what is written below them, and other words
// that people use for them or that their controls have.
import type { SettingsSection } from '#app/places/navigation';

export const findable = [
  ['account', 'profile.nameTitle', 'findSetting.words.name'],
  ['account', 'picture.own', 'findSetting.words.picture'],
  ['account', 'own.pronouns.title'],
  ['account', 'own.biography.title'],
  ['account', 'own.presence.share', 'own.presence.shareHint', 'findSetting.words.presence'],
  ['account', 'own.presence.away', 'own.presence.awayHint', 'findSetting.words.presence'],
  ['account', 'own.presence.status', 'findSetting.words.presence'],
  ['account', 'own.zone.share', 'findSetting.words.zone'],
  ['account', 'own.address.title', 'findSetting.words.address'],
  ['account', 'identity.title'],
  ['account', 'settings.server', 'findSetting.words.server'],
  ['account', 'signIns.passwordRow', 'findSetting.words.password'],
  ['account', 'ignoring.title', 'findSetting.words.ignoring'],
  ['account', 'settings.signOut', 'settings.signOutText', 'findSetting.words.signOut'],
  ['account', 'own.end.title', 'own.end.text', 'findSetting.words.end'],
  ['notifications', 'notifications.on', 'notifications.onHint', 'findSetting.words.notices'],
  ['notifications', 'notifications.text'],
  ['notifications', 'notifications.sound', 'findSetting.words.sound'],
  ['notifications', 'notifications.elsewhere'],
  ['notifications', 'notifications.quiet', 'notifications.quietHint', 'findSetting.words.quiet'],
  ['notifications', 'notifications.test'],
  ['notifications', 'notifications.kind.all'],
  ['notifications', 'notifications.kind.direct'],
  ['notifications', 'notifications.kind.rooms'],
  ['notifications', 'notifications.kind.mentions'],
  ['notifications', 'notifications.kind.everybody'],
  ['notifications', 'notifications.kind.invites'],
  ['notifications', 'notifications.keywords'],
  ['notifications', 'notifications.readAll', 'notifications.readAllHint'],
  ['notifications', 'notifications.pushers.title', 'findSetting.words.pushers'],
  ['devices', 'devices.this', 'findSetting.words.device'],
  ['devices', 'linking.ownTitle', 'findSetting.words.link'],
  ['encryption', 'settings.recoveryKey', 'findSetting.words.recovery'],
  ['encryption', 'settings.protected'],
  ['encryption', 'settings.onDisk', 'findSetting.words.disk'],
  ['encryption', 'health.onlyVerified'],
  ['encryption', 'health.refill.row'],
  ['encryption', 'health.away.row'],
  ['encryption', 'keyFile.title', 'findSetting.words.keyFile'],
  ['appearance', 'settings.theme', 'settings.themeHint', 'findSetting.words.theme'],
  ['appearance', 'settings.density', 'settings.densityHint', 'findSetting.words.density'],
  ['appearance', 'writing.zoom', 'findSetting.words.zoom'],
  ['appearance', 'settings.closeToTray', 'findSetting.words.tray'],
  ['appearance', 'shortcuts.title', 'findSetting.words.shortcuts'],
  ['appearance', 'settings.clock', 'findSetting.words.clock'],
  ['appearance', 'settings.language', 'findSetting.words.language'],
  ['appearance', 'writing.modEnter', 'writing.modEnterHint'],
  ['appearance', 'writing.spelling', 'findSetting.words.spelling'],
  ['appearance', 'settings.receipts', 'settings.receiptsHint', 'findSetting.words.privacy'],
  ['appearance', 'settings.typing', 'findSetting.words.privacy'],
  ['appearance', 'scheduled.settingTitle', 'scheduled.settingHint'],
  ['appearance', 'links.setting', 'findSetting.words.previews'],
  ['appearance', 'threads.settingTitle'],
  ['packs', 'packs.ofRooms'],
  ['calls', 'callPlace.settings.check', 'callPlace.settings.checkText', 'findSetting.words.calls'],
  ['calls', 'callPlace.settings.noise'],
  ['calls', 'callPlace.settings.ringSound'],
  ['calls', 'callPlace.settings.muteKey'],
  ['calls', 'callPlace.settings.talkKey', 'findSetting.words.talk'],
  ['storage', 'filePanels.storage.free', 'findSetting.words.storage'],
  ['storage', 'filePanels.storage.limit', 'findSetting.words.storage'],
  ['about', 'about.app', 'findSetting.words.version'],
  ['about', 'about.updates'],
  ['about', 'about.licence'],
  ['about', 'about.privacy'],
  ['about', 'settings.logs', 'findSetting.words.logs'],
] as const satisfies readonly (readonly [SettingsSection, string, ...string[]])[];

export interface Findable {
  readonly title: string;
  /** Other words by which it is found. */
  readonly more: string;
}

/**
 * Those that have every word of `typed`, where words begin; those with all of them in the title are the first. In the order given
 * otherwise.
 */
export function found<T extends Findable>(settings: readonly T[], typed: string): T[] {
  const wanted = wordsOf(typed);
  const has = (text: string): boolean => {
    const words = wordsOf(text);
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  };
  if (wanted.length === 0) return [];
  const fitting = settings.filter(({ title, more }) => has(`${title} ${more}`));
  return [...fitting.filter((one) => has(one.title)), ...fitting.filter((one) => !has(one.title))];
}

/** Without accents and in small letters; signs only part them. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
