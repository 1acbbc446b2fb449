// Which specs what may run beside. Those of `mediaSpecs` open microphones and cameras and mostly wait: two of them at once, beside
// nothing else. Those of `aloneSpecs` measure frames: one at a time. All others are of the project `windows`.
const mediaSpecs = [
  'calls',
  'callsAround',
  'callsFaults',
  'callsOfThree',
  'callsRelay',
  'callsScreens',
  'groupCalls',
  'voice',
];

const aloneSpecs = ['manyFiles', 'scrollAnchor'];

module.exports = { aloneSpecs, mediaSpecs };
