// The words of all sections: a setting is found before its section was opened.
import about from '#contract/locales/about.en.json';
import filePanels from '#contract/locales/filePanels.en.json';
import findSetting from '#contract/locales/findSetting.en.json';
import health from '#contract/locales/health.en.json';
import identity from '#contract/locales/identity.en.json';
import ignoring from '#contract/locales/ignoring.en.json';
import linking from '#contract/locales/linking.en.json';
import links from '#contract/locales/links.en.json';
import own from '#contract/locales/own.en.json';
import picture from '#contract/locales/picture.en.json';
import scheduled from '#contract/locales/scheduled.en.json';
import signIns from '#contract/locales/signIns.en.json';
import threads from '#contract/locales/threads.en.json';
import writing from '#contract/locales/writing.en.json';

export const findWords = [
  ...[about, filePanels, findSetting, health, identity, ignoring],
  ...[linking, links, own, picture, scheduled, signIns, threads, writing],
];
