// The words of screens that are not the first picture, as one chunk: what `later` draws has them.
import beside from '#contract/locales/beside.en.json';
import callPlace from '#contract/locales/callPlace.en.json';
import calls from '#contract/locales/calls.en.json';
import devices from '#contract/locales/devices.en.json';
import files from '#contract/locales/files.en.json';
import groupCalls from '#contract/locales/groupCalls.en.json';
import newChat from '#contract/locales/newChat.en.json';
import notifications from '#contract/locales/notifications.en.json';
import packs from '#contract/locales/packs.en.json';
import palette from '#contract/locales/palette.en.json';
import polls from '#contract/locales/polls.en.json';
import search from '#contract/locales/search.en.json';

export const words = {
  ...beside,
  ...callPlace,
  ...calls,
  ...devices,
  ...files,
  ...groupCalls,
  ...newChat,
  ...notifications,
  ...packs,
  ...palette,
  ...polls,
  ...search,
};
