// Specs that nothing may run beside: they open microphones and cameras, or measure frames.
const aloneSpecs = [
  'calls',
  'callsAround',
  'callsFaults',
  'callsOfThree',
  'callsRelay',
  'callsScreens',
  'groupCalls',
  'manyFiles',
  'scrollAnchor',
  'voice',
];

module.exports = { aloneSpecs };
