// Bundles the gallery and takes pictures: `node test/gallery/shoot.mjs OUT [story:theme:WIDTHxHEIGHT[:rtl] …]`.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const one of wanted.length > 0 ? wanted : usual) {
  const [name, theme = 'light', size = '1280x800', direction = 'ltr'] = one.split(':');
  const [width, height] = size.split('x').map(Number);
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (error) => process.stderr.write(`${one}: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${one}: ${message.text()}\n`);
  });
  await page.goto(`${pathToFileURL(join(out, 'index.html'))}#${name}/${theme}/${direction}`);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(1200);
  await page.screenshot({ path: join(target, `${one.replaceAll(':', '-')}.png`) });
  await page.close();
}
await browser.close();
