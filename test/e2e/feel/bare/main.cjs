// The least that a window of this host needs: what is left of a start when the app's own part is taken off.
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: true });
  void window.loadURL(pathToFileURL(join(__dirname, 'page.html')).href);
});
app.on('window-all-closed', () => app.quit());
