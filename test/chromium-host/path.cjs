// Paths of the host and of its Chromium, for scripts and tests that start the app.
// It must not start anything.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns {string} the folder to put into ELECTRON_OVERRIDE_DIST_PATH */
function hostFolder() {
  return __dirname;
}

/** @param {string} file @returns {boolean} */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @returns {string | null} TRELLIS_HOST_CHROMIUM where set, else the first Chromium or Chrome of PATH */
function findChromium() {
  const chosen = process.env['TRELLIS_HOST_CHROMIUM'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return null;
}

module.exports = { hostFolder, findChromium };
