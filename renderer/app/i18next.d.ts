// Keys of texts are checked by the compiler.
import type acts from '#contract/locales/acts.en.json';
import type beside from '#contract/locales/beside.en.json';
import type callPlace from '#contract/locales/callPlace.en.json';
import type calls from '#contract/locales/calls.en.json';
import type camera from '#contract/locales/camera.en.json';
import type cutOff from '#contract/locales/cutOff.en.json';
import type commands from '#contract/locales/commands.en.json';
import type deviceGone from '#contract/locales/deviceGone.en.json';
import type engineFailed from '#contract/locales/engineFailed.en.json';
import type devices from '#contract/locales/devices.en.json';
import type login from '#contract/locales/login.en.json';
import type en from '#contract/locales/en.json';
import type exporting from '#contract/locales/exporting.en.json';
import type explore from '#contract/locales/explore.en.json';
import type filePanels from '#contract/locales/filePanels.en.json';
import type files from '#contract/locales/files.en.json';
import type findSetting from '#contract/locales/findSetting.en.json';
import type gone from '#contract/locales/gone.en.json';
import type groupCalls from '#contract/locales/groupCalls.en.json';
import type guest from '#contract/locales/guest.en.json';
import type phrase from '#contract/locales/phrase.en.json';
import type health from '#contract/locales/health.en.json';
import type hits from '#contract/locales/hits.en.json';
import type identity from '#contract/locales/identity.en.json';
import type ignoring from '#contract/locales/ignoring.en.json';
import type kept from '#contract/locales/kept.en.json';
import type keyReplaced from '#contract/locales/keyReplaced.en.json';
import type linking from '#contract/locales/linking.en.json';
import type listening from '#contract/locales/listening.en.json';
import type links from '#contract/locales/links.en.json';
import type locations from '#contract/locales/locations.en.json';
import type moved from '#contract/locales/moved.en.json';
import type newChat from '#contract/locales/newChat.en.json';
import type notified from '#contract/locales/notified.en.json';
import type notifications from '#contract/locales/notifications.en.json';
import type older from '#contract/locales/older.en.json';
import type own from '#contract/locales/own.en.json';
import type packs from '#contract/locales/packs.en.json';
import type palette from '#contract/locales/palette.en.json';
import type picture from '#contract/locales/picture.en.json';
import type players from '#contract/locales/players.en.json';
import type polls from '#contract/locales/polls.en.json';
import type proof from '#contract/locales/proof.en.json';
import type register from '#contract/locales/register.en.json';
import type serverAdmin from '#contract/locales/serverAdmin.en.json';
import type signInCode from '#contract/locales/signInCode.en.json';
import type roomSettings from '#contract/locales/roomSettings.en.json';
import type roomSearch from '#contract/locales/roomSearch.en.json';
import type scheduled from '#contract/locales/scheduled.en.json';
import type search from '#contract/locales/search.en.json';
import type setBack from '#contract/locales/setBack.en.json';
import type signIns from '#contract/locales/signIns.en.json';
import type spaces from '#contract/locales/spaces.en.json';
import type stickers from '#contract/locales/stickers.en.json';
import type threads from '#contract/locales/threads.en.json';
import type timeline from '#contract/locales/timeline.en.json';
import type vault from '#contract/locales/vault.en.json';
import type verification from '#contract/locales/verification.en.json';
import type verifying from '#contract/locales/verifying.en.json';
import type voice from '#contract/locales/voice.en.json';
import type when from '#contract/locales/when.en.json';
import type writing from '#contract/locales/writing.en.json';
import type about from '#contract/locales/about.en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof acts &
        typeof beside &
        typeof calls &
        typeof callPlace &
        typeof camera &
        typeof commands &
        typeof cutOff &
        typeof deviceGone &
        typeof engineFailed &
        typeof login &
        typeof devices &
        typeof explore &
        typeof exporting &
        typeof files &
        typeof filePanels &
        typeof findSetting &
        typeof gone &
        typeof moved &
        typeof groupCalls &
        typeof guest &
        typeof phrase &
        typeof health &
        typeof serverAdmin &
        typeof hits &
        typeof identity &
        typeof ignoring &
        typeof kept &
        typeof keyReplaced &
        typeof linking &
        typeof listening &
        typeof links &
        typeof locations &
        typeof newChat &
        typeof notifications &
        typeof notified &
        typeof older &
        typeof own &
        typeof packs &
        typeof palette &
        typeof picture &
        typeof players &
        typeof polls &
        typeof proof &
        typeof register &
        typeof roomSettings &
        typeof roomSearch &
        typeof scheduled &
        typeof search &
        typeof signInCode &
        typeof setBack &
        typeof signIns &
        typeof vault &
        typeof verification &
        typeof verifying &
        typeof spaces &
        typeof stickers &
        typeof threads &
        typeof timeline &
        typeof voice &
        typeof when &
        typeof writing &
        typeof about;
    };
  }
}
