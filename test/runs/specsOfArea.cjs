// Which specs show which part of the product; specs are named by their file's name.

const calls =
  /^(calls|callsAround|callsFaults|callsOfThree|groupCalls|groupCallsFaults|callHistory|ringWindow)$/;
const files = /^(files|filesCarry|filesPlace|filesKeyboard|filePreviews|roomFiles|dropFiles)$/;
const chat = /^(twoPeople|offline|kill|otherClients|keyboard|threads)$/;
/** @param {RegExp[]} patterns */
const one = (...patterns) => new RegExp(patterns.map(({ source }) => `(${source})`).join('|'));

/**
 * Area → names of specs that show it. What everything stands on (the engine's sync, `renderer/ui`) chooses those that use most of it: the
 * whole suite is for before a merge. The contract, main's wiring and the build are not here, so they choose all.
 * @type {Record<string, RegExp>}
 */
const specsOfArea = {
  'renderer/features/calls': one(calls, /^(callsScreens|callShell)$/),
  'renderer/features/files': one(files, /^(filesScreens|manyUploads|uploadPictures)$/),
  'renderer/features/players': /^(media|filePreviews|voice)$/,
  'renderer/features/timeline': one(
    chat,
    /^(cost|hostile|injection|hostileWords|polls|scrollAnchor|screens|security|media|locations)$/,
  ),
  'renderer/features/composer': one(chat, /^(composer|uploadPictures|dropFiles|voice)$/),
  'renderer/features/encryption': /^(startOver|twoPeople|screens|verification|health)$/,
  'renderer/features/exporting': /^threads$/,
  'renderer/features/explore': /^(screens|places|beyond)$/,
  'renderer/features/roomSettings': /^(screens|places|beyond)$/,
  'renderer/features/kept': /^timeline$/,
  'renderer/features/notified': /^(notifications|beyond)$/,
  'renderer/features/linking': /^signInByBrowser$/,
  'renderer/features/login': /^(offline|screens|startOver|signInByBrowser)$/,
  'renderer/features/locations': /^locations$/,
  'renderer/features/packs': /^(media|hostileWords|fromServer)$/,
  'renderer/features/people': /^(screens|keyboard|filesPlace)$/,
  'renderer/features/roomHeader': /^(screens|keyboard|twoPeople|calls)$/,
  'renderer/features/rooms': one(chat, /^(cost|screens|notifications)$/),
  'renderer/features/scheduled': /^composer$/,
  'renderer/features/search': /^(search|screens|hostileWords|fromServer)$/,
  'renderer/features/settings':
    /^(screens|keyboard|notifications|callShell|signInByBrowser|ownAccount)$/,
  'renderer/features/shell': one(chat, /^(cost|screens|places|filesPlace|callsAround)$/),
  'renderer/features/status': /^(offline|screens)$/,
  'renderer/features/stickers': /^(media|fromServer)$/,
  'renderer/features/threads': /^(threads|hostileWords)$/,
  'renderer/features/verification': /^verification$/,
  'renderer/features/when': /^(composer|timeline)$/,
  'renderer/ui': /^(screens|keyboard|filesKeyboard|filesScreens|callsScreens)$/,
  'renderer/features/polls': /^polls$/,
  'renderer/features/proof': /^ownAccount$/,
  'main/engine/account': /^(offline|startOver|twoPeople|kill|signInByBrowser|ownAccount)$/,
  'main/engine/linking': /^signInByBrowser$/,
  'main/engine/self': /^ownAccount$/,
  'main/engine/administer': /^(screens|places|beyond)$/,
  'main/engine/directory': /^(screens|places|beyond)$/,
  'main/engine/server': /^(ownAccount|threads)$/,
  'main/engine/devices': /^ownAccount$/,
  'main/engine/calls': calls,
  'main/engine/crypto': /^(twoPeople|startOver|kill|groupCalls|files|verification|health)$/,
  'main/engine/exports': /^threads$/,
  'main/engine/files': files,
  'main/engine/http': one(chat, /^(files|callsFaults)$/),
  'main/engine/kept': /^timeline$/,
  'main/engine/media': /^(twoPeople|security|filePreviews|uploadPictures|voice|media)$/,
  'main/engine/notified': /^(notifications|beyond)$/,
  'main/engine/packs': /^(media|fromServer)$/,
  'main/engine/push': /^notifications$/,
  'main/engine/rooms': one(chat, /^(hostile|startOver|filesPlace)$/),
  'main/engine/scheduled': /^composer$/,
  'main/engine/search': /^(search|fromServer)$/,
  'main/engine/send': chat,
  'main/engine/sync': one(chat, /^(calls|files|fromServer)$/),
  'main/engine/threads': /^threads$/,
  'main/engine/timeline': one(chat, /^(hostile|places|scrollAnchor)$/),
  'main/engine/transfers': one(files, /^(manyUploads|uploadPictures)$/),
  'main/engine/views': one(chat, /^(cost|hostile|files|callHistory)$/),
  'main/shell': /^(vault|notifications|dropFiles|ringWindow|callShell|callsAround|security|kill)$/,
  'native-stores/calls': calls,
  'native-stores/search': /^(search|fromServer)$/,
  'native-stores/files': files,
  'native-stores/transfers': /^(files|manyUploads|manyFiles)$/,
  'native-stores/media': /^(security|filePreviews|uploadPictures|twoPeople)$/,
  'native-stores/outbox': /^(offline|kill|twoPeople)$/,
  'native-stores/rooms': one(chat, /^(hostile|filesPlace)$/),
};

/** The areas that must choose, given those that differ; `null`: every spec. @param {Iterable<string>} areas */
function specsFor(areas) {
  /** @type {RegExp[]} */
  const patterns = [];
  for (const area of areas) {
    const pattern = specsOfArea[area];
    if (pattern === undefined) return null;
    patterns.push(pattern);
  }
  return (/** @type {string} */ name) => patterns.some((pattern) => pattern.test(name));
}

/** @param {string} file */
const specName = (file) => file.replace(/^.*\//, '').replace(/\.spec\.ts$/, '');

/** @param {Record<string, string>} a @param {Record<string, string>} b */
const differing = (a, b) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((area) => a[area] !== b[area]);

/** Whether areas that differ choose this spec. @param {string} file @param {string[]} areas */
function isChosen(file, areas) {
  if (areas.length === 0) return false;
  const fits = specsFor(areas);
  return fits === null || fits(specName(file));
}

module.exports = { differing, isChosen, specsOfArea };
