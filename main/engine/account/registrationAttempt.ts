// One attempt to register: the data that the server has of it, and the turns of interactive authentication until the user is needed. Must
// not show anything, nor know other attempts.
import type { PageShown } from '#contract/areas/account/proof';
import type { RegistrationStep } from '#contract/areas/account/registration';
import { appFailure, type AppFailure } from '#contract/wire/errors';
import type { Http } from '../http/http';
import type { AuthDemand, AuthDict } from '../http/interactiveAuth';
import { chooseFlow, policiesOf, stages } from './authFlow';
import { requestMail, type EmailProof } from './emailToken';
import { isLost } from './newAccountErrors';
import type { ServerPlace } from './server';
import {
  isForgotten,
  registerTurn,
  type NewAccount,
  type RegisterAnswer,
} from './registerRequests';

/** The data that the server has, kept when the user goes back to the form, so that a token that can be used once is not sent twice. */
export interface Known {
  readonly server: string;
  readonly userName: string;
  readonly email: string | null;
  session: string | null;
  completed: readonly string[];
  proof: EmailProof | null;
  /** An answer was lost: the account may exist already. */
  unsure: boolean;
}

export interface Attempt {
  readonly place: ServerPlace;
  readonly account: NewAccount;
  readonly http: Http;
  readonly known: Known;
  flow: readonly string[];
  params: AuthDemand['params'];
  /** The stage that the user is asked for. */
  stage: string | null;
  /** Number of the page that was opened last. */
  page: number;
  shown: PageShown;
  /** The server had forgotten the stages once. */
  isAnew: boolean;
  /** The account was made, and could not be saved. */
  isOver: boolean;
}

export function newAttempt(
  place: ServerPlace,
  account: NewAccount & { readonly email: string | null },
  http: Http,
  before: Known | null,
): Attempt {
  const named = { server: place.server, userName: account.userName, email: account.email };
  const fits = before !== null && holdsFor(before, named);
  const sameAddress = fits && before.email === account.email;
  const known: Known = {
    ...(fits ? before : nothingKnown),
    ...named,
    ...(sameAddress ? {} : { proof: null }),
  };
  return {
    ...{ place, account, known, http },
    ...{
      flow: [],
      params: {},
      stage: null,
      page: 0,
      shown: 'browser',
      isAnew: false,
      isOver: false,
    },
  };
}

const nothingKnown = { session: null, completed: [], proof: null, unsure: false } as const;

type Named = Pick<Known, 'server' | 'userName' | 'email'>;

/** Whether the server's data may be reused: not for another name while an account may exist, nor with another proven address. */
function holdsFor(known: Known, next: Named): boolean {
  if (known.server !== next.server) return false;
  if (known.unsure && known.userName !== next.userName) return false;
  return known.email === next.email || !known.completed.includes(stages.email);
}

/** The next step: a stage that needs the user, or the account. */
export type Next =
  | { readonly type: 'account'; readonly answer: unknown }
  | { readonly type: 'stage'; readonly stage: string };

const mostTurns = 12;

/**
 * Sends the user's data for one stage (null: none) until the next stage needs the user, or the account is made.
 *
 * @param mustBe throws when the attempt was cancelled
 */
export async function goOn(
  attempt: Attempt,
  given: AuthDict | null,
  mustBe: () => void,
): Promise<Next> {
  const { known, http } = attempt;
  // Data that the server has, or may have, are not sent again before it was asked.
  let next = known.unsure || known.completed.includes(typeOf(given)) ? null : given;
  let later = next === given ? null : given;
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const answer = await turn(attempt, next);
    if (answer.type === 'account') return answer;
    mustBe();
    const stage = attempt.flow.find((one) => !known.completed.includes(one));
    if (stage === undefined) throw appFailure('server_error', 'Nothing is missing, and yet no');
    if (typeOf(next) === stage) throw refusalOf(stage);
    // The mail is sent first, so that a refused address is reported beside its field.
    const unproven = attempt.flow.includes(stages.email) && !known.completed.includes(stages.email);
    if (unproven) known.proof ??= await requestMail(http, '/register', known.email ?? '');
    if (stage === typeOf(later)) [next, later] = [later, null];
    else if (stage === stages.dummy) next = { type: stage };
    else return { type: 'stage', stage };
  }
  throw appFailure('server_error', 'The server wants the same again and again');
}

async function turn(attempt: Attempt, auth: AuthDict | null): Promise<RegisterAnswer> {
  const { known, http, account } = attempt;
  try {
    const answer = await registerTurn(http, account, known.session, auth);
    known.unsure = false;
    if (answer.type === 'demand') learn(attempt, answer.demand);
    return answer;
  } catch (thrown) {
    known.unsure = isLost(thrown);
    if (known.session === null || attempt.isAnew || !isForgotten(thrown)) throw thrown;
    attempt.isAnew = true;
    Object.assign(known, { session: null, completed: [] });
    return turn(attempt, null);
  }
}

const typeOf = (auth: AuthDict | null): string => String(auth?.['type'] ?? '');

function learn(attempt: Attempt, demand: AuthDemand): void {
  const { known } = attempt;
  known.session = demand.session ?? known.session;
  known.completed = demand.completed;
  attempt.params = demand.params;
  const flow = chooseFlow(demand.flows, known.email !== null);
  if (flow === null) throw appFailure('email_invalid', 'The server makes no account without one');
  attempt.flow = flow;
}

function refusalOf(stage: string): AppFailure {
  if (stage === stages.token) return appFailure('wrong_token', 'The token was refused');
  if (stage === stages.email) return appFailure('email_unconfirmed', 'The link was not opened');
  return appFailure('server_error', 'The server refused a stage that needs nothing');
}

/** The step that the window shows for a stage that needs the user. */
export function stepOf({ place, account, flow, params, known, shown }: Attempt, stage: string) {
  const asked = flow.filter((one) => one !== stages.dummy);
  return {
    server: place.server,
    serverName: place.serverName,
    userName: account.userName,
    step: kindOf(stage, params, known.email ?? '', shown),
    number: asked.indexOf(stage) + 1,
    of: asked.length,
  };
}

function kindOf(
  stage: string,
  params: AuthDemand['params'],
  address: string,
  shown: PageShown,
): RegistrationStep {
  if (stage === stages.terms) return { type: 'terms', policies: policiesOf(params) };
  if (stage === stages.token) return { type: 'token' };
  if (stage === stages.email) return { type: 'email', address };
  return { type: 'page', shown };
}
