// Entry of the window: language, services, root component. Decides nothing else.
import './styles';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components';
import { WordsProvider } from '#app/words';
import { bridge } from '#app/line/bridge';
import { AppProvider } from '#app/context';
import { createEnginePorts } from '#app/line/enginePorts';
import { createI18n } from '#app/i18n';
import { fetchSoon } from '#app/later';
import { createShellClient } from '#app/line/shellClient';
import { createWindowState } from '#app/windowState';
import { isRingWindow, RingPage } from './features/calls';
import { Root } from './features/shell';

// The texts are English; dates and numbers follow the system where it speaks English too.
const language = navigator.language.startsWith('en') ? navigator.language : 'en-GB';
const i18n = createI18n(language);
document.documentElement.lang = language;
document.documentElement.dir = i18n.dir(language);

// Before anything may ask for a port.
const ports = createEnginePorts(window);
const services = { shell: createShellClient(bridge()), ports, state: createWindowState() };

const host = document.getElementById('root');
if (host === null) throw new Error('index.html has no root');
const isRing = isRingWindow(location.hash);
// Before anything is drawn: the files are read meanwhile.
if (!isRing) fetchSoon();
createRoot(host).render(
  <I18nProvider locale={language}>
    <WordsProvider i18n={i18n}>
      <AppProvider services={services}>{isRing ? <RingPage /> : <Root />}</AppProvider>
    </WordsProvider>
  </I18nProvider>,
);
