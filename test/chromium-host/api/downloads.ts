// Downloads of pages: announced by will-download, and always refused. The app saves files from its main process.
import { Guarded, preventable } from '../guard.ts';
import { cdp, runtime } from '../runtime.ts';
import { toApp } from '../browser/scheme.ts';
import { defaultSession } from './session.ts';

interface Beginning {
  frameId: string;
  url: string;
  suggestedFilename: string;
}

class DownloadItem extends Guarded {
  readonly #beginning: Beginning;

  constructor(beginning: Beginning) {
    super();
    this.#beginning = beginning;
  }
  getURL(): string {
    return toApp(this.#beginning.url);
  }
  getFilename(): string {
    return this.#beginning.suggestedFilename;
  }
  getState(): 'cancelled' {
    return 'cancelled';
  }
  cancel(): void {
    // it is refused anyhow
  }
}

export async function watchDownloads(): Promise<void> {
  cdp().on<Beginning>('Browser.downloadWillBegin', (beginning) => {
    const contents = [...runtime.contents.values()].find(
      (each) => each.hostTargetId === beginning.frameId,
    );
    const item = new DownloadItem(beginning);
    const session = contents?.session ?? defaultSession;
    session.emit('will-download', preventable({}), item, contents);
  });
  await cdp().send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
}
