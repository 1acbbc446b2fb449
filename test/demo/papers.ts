// The files of the example world and of the tour: small ones of every kind that a window shows, made from nothing.
import { pdf } from '../fixtures/pdf';
import { bedPlan, sunrise } from './picture';

/** Bytes by path, `/` between folders. */
export type Papers = Readonly<Record<string, Buffer>>;

const sheet = (lines: readonly string[]): Buffer => pdf([{ lines, size: 16 }]);

/** Bees: a hum of two tones that beat, as a WAV file. */
function hum(seconds: number): Buffer {
  const rate = 8_000;
  const samples = rate * seconds;
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index += 1) {
    const at = (index / rate) * 2 * Math.PI;
    wav[44 + index] = Math.round(128 + 40 * Math.sin(at * 215) + 25 * Math.sin(at * 222));
  }
  return wav;
}

const text = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);

export const treeName = 'Allotment papers';
/** Directories of the tree, in the order in which they are made. */
export const directoryNames = ['Plans', 'Photos', 'Accounts'] as const;

/** Files of the tree; a file without a folder lies in the tree itself. */
export const papers: Papers = {
  'Rules of the site.pdf': sheet([
    'Rules of the site',
    '1. Water before nine or after six.',
    '2. The gate is locked behind you, always.',
    '3. Compost takes no cooked food.',
    '4. Bees have the right of way.',
  ]),
  'Key holders.txt': text('Gate: Carol, Dan', 'Shed: Alice', 'Water tank: Bob'),
  'Plans/Bed plan.png': bedPlan(6, 4),
  'Plans/Rotation.md': text(
    '# Rotation',
    '',
    '| bed | last year | this year |',
    '| --- | --- | --- |',
    '| 1 | potatoes | beans |',
    '| 2 | beans | kale |',
    '| 3 | kale | onions |',
    '',
    'Nothing of the *cabbage family* twice in three years.',
  ),
  'Plans/Seed order.txt': text('Kale, 4 packets', 'Beans, 6 packets'),
  'Plans/Water pipes.pdf': sheet([
    'Water pipes',
    'Tank, main tap, three branches.',
    'Empty before frost.',
  ]),
  'Plans/Work days.csv': text('day,who', 'Saturday,Alice', 'Saturday,Bob', 'Sunday,Dan'),
  'Plans/frost.py': text(
    '# Warns when the night gets too cold for the seedlings.',
    'def warn(degrees: float) -> bool:',
    '    return degrees < 3.0',
  ),
  'Photos/Sunrise over bed 4.png': sunrise(960, 640),
  'Photos/Greenhouse at six.png': sunrise(640, 640),
  'Photos/Bees in April.wav': hum(3),
  'Accounts/Balance.csv': text('what,in,out', 'Fees,1240.00,', 'Compost,,310.50', 'Seeds,,96.20'),
  'Accounts/Insurance.pdf': sheet([
    'Insurance of the shed',
    'Fire, storm, mice.',
    'Until December.',
  ]),
};

/** Takes the place of the first order, as version 2. */
export const secondSeedOrder = {
  path: 'Plans/Seed order.txt',
  bytes: text('Kale, 4 packets', 'Beans, 8 packets', 'Rainbow chard, 2 packets'),
} as const;

export const droppedName = 'Spring planting';
/** The folder that Alice drops. */
export const dropped: Papers = {
  'Plum tree.md': text('# Plum tree', '', 'Saturday at nine. **Bob brings the spade.**'),
  'Where it goes.png': bedPlan(3, 2),
  'Offers/Nursery.csv': text('tree,price', 'Victoria plum,34.50', 'Mirabelle,31.00'),
};
