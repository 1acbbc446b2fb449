// Specs that nothing may run beside: they open microphones and cameras, or measure what a loaded machine would change.
const aloneSpecs = [
  'calls',
  'callsAround',
  'callsFaults',
  'callsOfThree',
  'callsRelay',
  'callsScreens',
  'callsSpeed',
  'groupCalls',
  'scrollAnchor',
];

module.exports = { aloneSpecs };
