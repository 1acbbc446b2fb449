// How well a password stands against guessing, from 0 to 4, by lists of common passwords and patterns. A chunk of its own: half a megabyte
// that only who chooses a password needs.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Long ones take long to judge, and are strong. */
const longest = 100;

/** @param known what others know of the person: their user name, their server */
export const strengthOf = (password: string, known: readonly string[]): 0 | 1 | 2 | 3 | 4 =>
  judge.check(password.slice(0, longest), [...known]).score;
