// Bundles the gallery and takes pictures: `node test/gallery/shoot.mjs OUT [story:theme:WIDTHxHEIGHT[:rtl] …]`. Each picture is also
// checked by axe, `all:light:1280x800` for every story; what it finds is printed, and serious findings make the exit code 1. GALLERY_BUNDLE=keep: do not bundle again.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const webpack = require('webpack');
const config = require('./webpack.config.cjs')();
const here = import.meta.dirname;
const out = resolve(here, '../../.out/gallery');
const [target = join(out, 'png'), ...wanted] = process.argv.slice(2);

const usual = ['chat', 'signIn', 'recoveryKey', 'settings', 'empty', 'parts'].flatMap((name) => [
  `${name}:light:1280x800`,
  `${name}:dark:1280x800`,
]);

if (process.env.GALLERY_BUNDLE !== 'keep') {
  await new Promise((done, fail) => {
    webpack(config, (error, stats) => {
      if (error) return fail(error);
      if (stats.hasErrors()) return fail(new Error(stats.toString({ all: false, errors: true })));
      done();
    });
  });
}
copyFileSync(join(here, 'index.html'), join(out, 'index.html'));
mkdirSync(target, { recursive: true });

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--use-fake-device-for-media-stream=device-count=2',
      '--use-fake-ui-for-media-stream',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
let browser = await launch();
/** Runs in the page: nothing has changed for a while, so that the last press of a story has done what it does. */
const settled = () =>
  new Promise((done) => {
    const [quietMs, mostMs] = [1000, 8000];
    let timer = setTimeout(done, quietMs);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    };
    new MutationObserver(again).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    setTimeout(done, mostMs);
  });
/** A landscape in place of a photograph, for media whose handle begins with `drawn-`. */
const drawnPicture = (hue) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <rect width="800" height="600" fill="hsl(${hue} 45% 72%)"/>
  <circle cx="560" cy="190" r="80" fill="hsl(${hue + 40} 80% 82%)"/>
  <path d="M0 420 260 230 470 400 620 300 800 440V600H0z" fill="hsl(${hue} 30% 42%)"/>
</svg>`;

/** The names of all stories, as the page without one lists them. */
async function everyStory() {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(out, 'index.html')).href);
  const links = page.locator('[data-story]');
  await links.first().waitFor();
  const names = await links.evaluateAll((all) => all.map((link) => link.dataset.story));
  await page.close();
  return names;
}
const asked = wanted.length > 0 ? wanted : usual;
const every = asked.some((one) => one.startsWith('all')) ? await everyStory() : [];
const shots = asked.flatMap((one) =>
  /^all(?=:|$)/.test(one) ? every.map((name) => one.replace('all', name)) : [one],
);
/** Takes the picture; answers how many serious findings there are. */
async function shoot(one) {
  let found = 0;
  const [name, theme = 'light', size = '1280x800', direction = 'ltr'] = one.split(':');
  const [width, height] = size.split('x').map(Number);
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  await page.route(/\/media\/[^/]+\/drawn-/, (route) => {
    const hue = ([...route.request().url()].at(-1)?.codePointAt(0) ?? 0) * 47;
    const body = drawnPicture(hue % 360);
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  page.on('pageerror', (error) => process.stderr.write(`${one}: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${one}: ${message.text()}\n`);
  });
  await page.goto(`${pathToFileURL(join(out, 'index.html'))}#${name}/${theme}/${direction}`);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(settled);
  await page.screenshot({ path: join(target, `${one.replaceAll(':', '-')}.png`) });
  // axe reads the style sheet again, which a page from the disk may not.
  page.removeAllListeners('console');
  const { violations } = await new AxeBuilder({ page })
    // Passed rules need not be described: that takes a quarter of the time.
    .options({ resultTypes: ['violations'] })
    .analyze();
  for (const { id, impact, nodes } of violations) {
    process.stdout.write(`${one}: ${impact} ${id} ${nodes.map((node) => node.target).join(' ')}\n`);
    if (impact === 'serious' || impact === 'critical') found += nodes.length;
  }
  await context.close();
  return found;
}
let serious = 0;
for (const one of shots) {
  serious += await shoot(one).catch(async (error) => {
    // After hundreds of large pictures Chromium may end: the rest is done by a new one.
    if (browser.isConnected()) throw error;
    browser = await launch();
    return shoot(one);
  });
}
await browser.close();
process.stdout.write(`${shots.length} pictures, ${serious} serious findings of axe\n`);
if (serious > 0) process.exitCode = 1;
