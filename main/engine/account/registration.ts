// Registration of an account: one at a time, from the user's input to the session that it ends with. Keeps the secrets (the password, the
// server's session of the stages, the proof of the address) in this process; must not save the session, nor open the browser itself.
import type { PagePlace, PageShown } from '#contract/areas/account/proof';
import type { Registration, RegistrationOffer } from '#contract/areas/account/registration';
import { appFailure } from '#contract/wire/errors';
import { createKeyedQueue } from '../base/keyedQueue';
import type { StoredSession } from '../base/types';
import type { AuthDict } from '../http/interactiveAuth';
import { keepAsking } from './asking';
import { fallbackUrl, placeOf, stages } from './authFlow';
import { emailAuth, requestMail } from './emailToken';
import type { Pages } from './pages';
import {
  readOffer,
  sessionOfNew,
  userNameProblem,
  type NewAccount,
  type UserNameProblem,
} from './registerRequests';
import { goOn, newAttempt, stepOf, type Attempt, type Known } from './registrationAttempt';
import { rememberedServer } from './server';
import { endSession, signedOutHttp, type SignInDeps } from './signIn';

export interface RegistrationRequest extends NewAccount {
  readonly server: string;
  readonly email: string | null;
}

export interface RegistrationDeps extends SignInDeps {
  readonly show: (state: Registration) => void;
  readonly pages: Pages;
  /** Saves the session; its failure ends the session at the server, unless that was saved. */
  readonly signedIn: (session: StoredSession, password: string) => Promise<void>;
  readonly isTaken: (session: StoredSession) => boolean;
}

export interface Registrations {
  offer(server: string): Promise<RegistrationOffer>;
  checkUserName(server: string, userName: string): Promise<UserNameProblem | null>;
  begin(request: RegistrationRequest): Promise<void>;
  agree(): Promise<void>;
  giveToken(token: string): Promise<void>;
  check(): Promise<void>;
  sendMailAgain(): Promise<void>;
  openPage(place: PagePlace): void;
  /** Main could not open the page of that number. */
  notOpened(turn: number): void;
  /** The page of that number has navigated, or its window was closed: the server is asked at once. */
  pageNews(turn: number, news: 'moved' | 'closed'): void;
  cancel(): void;
}

export function createRegistrations(deps: RegistrationDeps): Registrations {
  const { show, pages } = deps;
  const find = rememberedServer(deps);
  let known: Known | null = null;
  let current: Attempt | null = null;
  let stopAsking: () => void = () => undefined;
  let beginnings = 0;
  const queue = createKeyedQueue();
  /** Runs one request after the other, so that each knows the answer to the one before. */
  const inLine = (work: () => Promise<void>): Promise<void> => queue('registration', work);

  const end = (state: Registration): void => {
    current = null;
    stopAsking();
    pages.end();
    show(state);
  };

  const mustBe = (attempt: Attempt): void => {
    if (attempt !== current) throw appFailure('cancelled', 'The registration was given up');
  };

  const waitFor = (attempt: Attempt, firstMs?: number): void => {
    stopAsking();
    stopAsking = keepAsking(
      deps,
      () => inLine(() => look(attempt)),
      (error) => {
        if (attempt === current) end({ state: 'failed', error });
      },
      firstMs,
    );
  };

  const { showStep, openPage, ...pageActs } = createStagePages(deps, () => current, waitFor);

  /** Shows the step that the user has to do; it does not change while the stage is the same. */
  const ask = (attempt: Attempt, stage: string): void => {
    if (attempt.stage === stage) return;
    attempt.stage = stage;
    stopAsking();
    pages.end();
    showStep(attempt, stage, placeOf(stage));
    if (stage === stages.terms || stage === stages.token) return;
    if (stage !== stages.email) openPage(attempt, stage, placeOf(stage));
    waitFor(attempt);
  };

  const finish = async (attempt: Attempt, answer: unknown): Promise<void> => {
    if (attempt === current) {
      pages.end();
      show({ state: 'finishing' });
    }
    let session: StoredSession | null = null;
    try {
      session = await sessionOfNew(deps, attempt.http, attempt.account, answer);
      mustBe(attempt);
      await deps.signedIn(session, attempt.account.password);
    } catch (thrown) {
      attempt.isOver = true;
      if (session !== null && !deps.isTaken(session)) await endSession(deps, session);
      throw thrown;
    }
    known = null;
    if (attempt === current) end({ state: 'idle' });
  };

  const go = async (attempt: Attempt, given: AuthDict | null): Promise<void> => {
    const next = await goOn(attempt, given, () => mustBe(attempt));
    if (next.type === 'account') await finish(attempt, next.answer);
    else ask(attempt, next.stage);
  };

  const look = async (attempt: Attempt): Promise<void> => {
    mustBe(attempt);
    const { stage, known: facts } = attempt;
    await go(
      attempt,
      stage === stages.email && facts.proof !== null ? emailAuth(facts.proof) : null,
    );
    if (attempt === current && attempt.stage === stage)
      throw appFailure('step_unfinished', 'The server waits for the same stage');
  };

  const asked = (): Attempt => {
    if (current === null) throw appFailure('cancelled', 'No registration is under way');
    return current;
  };

  /** Runs the user's act in a step; when the account could not be saved, there is no step any more. */
  const act = (work: (attempt: Attempt) => Promise<void>): Promise<void> =>
    inLine(async () => {
      const attempt = asked();
      try {
        await work(attempt);
      } catch (thrown) {
        if (attempt === current && attempt.isOver) end({ state: 'idle' });
        throw thrown;
      }
    });

  return {
    async offer(server) {
      const { serverName, baseUrl } = await find(server);
      return { serverName, email: await readOffer(signedOutHttp(deps, baseUrl)) };
    },
    async checkUserName(server, userName) {
      const { baseUrl } = await find(server);
      return userNameProblem(signedOutHttp(deps, baseUrl), nameOf(userName));
    },
    async begin(request) {
      end({ state: 'idle' });
      const mine = (beginnings += 1);
      const { upgrade, server } = request;
      const userName = upgrade?.userName ?? nameOf(request.userName);
      const account = { ...request, userName };
      // The token of a guest is sent to the guest's server only.
      const found =
        upgrade === undefined
          ? await find(server)
          : { server, serverName: upgrade.serverName, baseUrl: upgrade.baseUrl };
      if (mine !== beginnings) throw appFailure('cancelled', 'The registration was given up');
      const attempt = newAttempt(found, account, signedOutHttp(deps, found.baseUrl), known);
      known = attempt.known;
      current = attempt;
      try {
        await inLine(() => go(attempt, null));
      } catch (thrown) {
        if (attempt === current) end({ state: 'idle' });
        throw thrown;
      }
    },
    agree: () => act((attempt) => go(attempt, { type: stages.terms })),
    giveToken: (token) =>
      act((attempt) => go(attempt, { type: stages.token, token: token.trim() })),
    check: () => act(look),
    sendMailAgain: () =>
      act(async ({ known: facts, http }) => {
        facts.proof = await requestMail(http, '/register', facts.email ?? '', facts.proof);
      }),
    openPage(place) {
      const attempt = asked();
      if (attempt.stage === null) return;
      openPage(attempt, attempt.stage, place);
      showStep(attempt, attempt.stage, place);
    },
    ...pageActs,
    cancel() {
      beginnings += 1;
      end({ state: 'idle' });
    },
  };
}

/** The page of a stage: its place, and main's reports about it. `waitFor` asks the server again, at once. */
function createStagePages(
  { pages, show, log }: Pick<RegistrationDeps, 'pages' | 'show' | 'log'>,
  now: () => Attempt | null,
  waitFor: (attempt: Attempt, firstMs: number) => void,
) {
  const showStep = (attempt: Attempt, stage: string, shown: PageShown): void => {
    attempt.shown = shown;
    show({ state: 'step', ...stepOf(attempt, stage) });
  };

  const openPage = (attempt: Attempt, stage: string, place: PagePlace): void => {
    const { session } = attempt.known;
    attempt.page = pages.ask(fallbackUrl(attempt.place.baseUrl, stage, session ?? ''), place);
  };

  /** Does nothing for a page that is not waited for any more. */
  const ofPage = (turn: number, act: (attempt: Attempt, stage: string) => void): void => {
    const attempt = now();
    if (attempt?.page === turn && attempt.stage !== null) act(attempt, attempt.stage);
  };

  return {
    showStep,
    openPage,
    notOpened: (turn: number) =>
      ofPage(turn, (attempt, stage) => {
        log.info('the page of a registration could not be opened');
        // A page that our window refuses may open in the browser.
        const isWindow = attempt.shown === 'window';
        if (isWindow) openPage(attempt, stage, 'browser');
        showStep(attempt, stage, isWindow ? 'browser' : 'not_opened');
      }),
    pageNews: (turn: number, news: 'moved' | 'closed') =>
      ofPage(turn, (attempt, stage) => {
        if (news === 'closed') showStep(attempt, stage, 'closed');
        waitFor(attempt, 0);
      }),
  };
}

/** Servers write user names in small letters; people may type capitals. */
const nameOf = (userName: string): string => userName.trim().replace(/^@/, '').toLowerCase();
