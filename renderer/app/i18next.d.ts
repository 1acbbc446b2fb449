// Keys of texts are checked by the compiler.
import type callPlace from '../../preload/contract/locales/callPlace.en.json';
import type calls from '../../preload/contract/locales/calls.en.json';
import type en from '../../preload/contract/locales/en.json';
import type filePanels from '../../preload/contract/locales/filePanels.en.json';
import type files from '../../preload/contract/locales/files.en.json';
import type groupCalls from '../../preload/contract/locales/groupCalls.en.json';
import type timeline from '../../preload/contract/locales/timeline.en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof calls &
        typeof callPlace &
        typeof files &
        typeof filePanels &
        typeof groupCalls &
        typeof timeline;
    };
  }
}
