// Which specs may run beside what. Those of `mediaSpecs` open microphones and cameras and mostly wait: three of them at once, beside
// nothing else. Those of `aloneSpecs` measure frames, bytes and requests: one at a time, beside nothing. All others are of the project `windows`.
const mediaSpecs = [
  'calls',
  'callsAround',
  'callsFaults',
  'callsOfThree',
  'callsRelay',
  'callsScreens',
  'groupCalls',
  'groupCallsFaults',
  'voice',
];

const aloneSpecs = ['cost', 'manyFiles', 'scrollAnchor'];

/** Those that take longest come first in their project, so that none of them runs on alone at its end. */
const longSpecs = [
  'callsFaults',
  'files',
  'filesKeyboard',
  'filesScreens',
  'groupCalls',
  'groupCallsFaults',
  'health',
  'hostileWords',
  'keyboard',
  'offline',
  'register',
  'screens',
  'signInByBrowser',
  'twoPeople',
  'vault',
  'verification',
  'voice',
];

module.exports = { aloneSpecs, longSpecs, mediaSpecs };
