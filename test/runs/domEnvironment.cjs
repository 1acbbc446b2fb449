// jsdom, with patience.
const { TestEnvironment } = require('jest-environment-jsdom');
const { patient } = require('./patience.cjs');

module.exports = patient(TestEnvironment);
