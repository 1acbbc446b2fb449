// The card of a poll: the question, its answers and the votes. If one answer is allowed, choosing it votes; if several are, a button votes.
import { ChartColumn, Check, Trophy } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import clsx from 'clsx';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import spoken from '#ui/styles/Spoken.module.css';
import { useTimelineScope } from '../context';
import { LongText } from '../kinds/Words';
import styles from './PollCard.module.css';
import type { BodyOf, BodyProps } from '../kinds/kind';

type Poll = BodyOf<'poll'>;
type Answer = Poll['answers'][number];

interface AnswerProps {
  readonly answer: Answer;
  readonly body: Poll;
  readonly names: boolean;
  /** The radio button or checkbox before the words. */
  readonly control: ReactNode;
}

function AnswerLine({ answer, body, names, control }: AnswerProps): ReactNode {
  const { t } = useTranslation();
  const { votes, winner, mine, text, voters } = answer;
  const share = votes === null || body.people === 0 ? 0 : votes / body.people;
  const more = (votes ?? 0) - voters.length;
  return (
    <>
      <span className={styles.line}>
        {control}
        {winner && <Icon icon={Trophy} size={16} />}
        <bdi className={styles.words}>{text}</bdi>
        {winner && <span className={spoken.spoken}>{t('polls.winner')}</span>}
        {mine && control === null && (
          <span className={styles.mine}>
            <Icon icon={Check} size={16} />
            {t('polls.mine')}
          </span>
        )}
        {votes !== null && (
          <span className={styles.votes}>{t('polls.votes', { count: votes })}</span>
        )}
      </span>
      {votes !== null && (
        <span className={styles.track} aria-hidden>
          <span
            className={clsx(styles.bar, winner && styles.won)}
            style={{ inlineSize: `${share * 100}%` }}
          />
        </span>
      )}
      {names && voters.length > 0 && (
        <span className={styles.names}>
          {voters.map(isolate).join(', ')}
          {more > 0 && ` ${t('polls.moreVoters', { count: more })}`}
        </span>
      )}
    </>
  );
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

interface ChoicesProps {
  readonly body: Poll;
  readonly names: boolean;
  readonly questionId: string;
  /** Resolves with whether the vote was accepted. */
  readonly onVote: (answers: readonly string[]) => Promise<boolean>;
  /** Further buttons at the end. */
  readonly children: ReactNode;
}

/** The answers that are chosen here; valid until the votes that they replace have changed. */
interface Picked {
  readonly ids: readonly string[];
  readonly over: string;
  readonly sent: boolean;
}

/** If one answer is allowed, the press that chooses it votes. Arrow keys only move through the answers; Enter or the button votes then. */
function Choices({ body, names, questionId, onVote, children }: ChoicesProps): ReactNode {
  const { t } = useTranslation();
  const group = useId();
  const byArrow = useRef(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  const mine = body.answers.filter((answer) => answer.mine).map(({ id }) => id);
  const over = mine.join(' ');
  // A choice that replaces an older vote is dropped for good, also if that vote comes back.
  if (picked !== null && picked.over !== over) setPicked(null);
  const now = picked?.over === over ? picked : null;
  const chosen = now?.ids ?? mine;
  const several = body.maxSelections > 1;
  const full = several && chosen.length >= body.maxSelections;
  const waits = now?.sent !== true && !same(chosen, mine);
  const send = (ids: readonly string[]): void => {
    setPicked({ ids, over, sent: true });
    // The vote was refused: the answer can be chosen again.
    void onVote(ids).then((taken) => taken || setPicked(null));
  };
  const pick = (id: string, on: boolean): void => {
    const ids = !several ? [id] : on ? [...chosen, id] : chosen.filter((other) => other !== id);
    if (several || byArrow.current) setPicked({ ids, over, sent: false });
    else send(ids);
  };
  return (
    <>
      {several && <p className={styles.note}>{t('polls.upTo', { count: body.maxSelections })}</p>}
      <div
        role={several ? 'group' : 'radiogroup'}
        aria-labelledby={questionId}
        className={styles.answers}
        onPointerDown={() => (byArrow.current = false)}
        onKeyDown={({ key }) => {
          byArrow.current = key.startsWith('Arrow');
          if (key === 'Enter' && waits && chosen.length > 0) send(chosen);
        }}
      >
        {body.answers.map((answer) => {
          const on = chosen.includes(answer.id);
          return (
            <label key={answer.id} className={clsx(styles.answer, on && styles.on)}>
              <AnswerLine
                answer={answer}
                body={body}
                names={names}
                control={
                  <input
                    type={several ? 'checkbox' : 'radio'}
                    name={group}
                    checked={on}
                    disabled={full && !on}
                    onChange={(event) => pick(answer.id, event.target.checked)}
                  />
                }
              />
            </label>
          );
        })}
      </div>
      <div className={styles.acts}>
        {waits && chosen.length > 0 && (
          <Button variant="primary" size="s" onPress={() => send(chosen)}>
            {t(mine.length === 0 ? 'polls.vote' : 'polls.change')}
          </Button>
        )}
        {mine.length > 0 && (same(chosen, mine) || chosen.length === 0) && (
          <Button variant="text" size="s" onPress={() => send([])}>
            {t('polls.takeBack')}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

function stateOf({ ended, disclosed }: Poll): 'final' | 'open' | 'hidden' {
  if (ended) return 'final';
  return disclosed ? 'open' : 'hidden';
}

export function PollCard({ item, body }: BodyProps<Poll>): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  const [names, setNames] = useState(false);
  const questionId = useId();
  const named = body.answers.some(({ voters }) => voters.length > 0);
  const mayEdit = item.mine && body.mayVote && body.people === 0 && body.unreadable === 0;
  const more = (
    <>
      {named && (
        <Button variant="text" size="s" onPress={() => setNames(!names)} aria-expanded={names}>
          {t(names ? 'polls.hideVoters' : 'polls.showVoters')}
        </Button>
      )}
      {mayEdit && (
        <Button variant="text" size="s" onPress={() => actions.editPoll(item)}>
          {t('polls.edit')}
        </Button>
      )}
      {body.mayEnd && (
        <Button variant="text" size="s" onPress={() => actions.endPoll(item)}>
          {t('polls.end')}
        </Button>
      )}
    </>
  );
  return (
    <div role="group" className={styles.poll} aria-label={t('timeline.preview.poll')}>
      <p className={styles.head}>
        <Icon icon={ChartColumn} size={16} />
        {t('timeline.preview.poll')}
        <span>{t(`polls.${stateOf(body)}`)}</span>
      </p>
      <LongText itemKey={item.key} text={body.text}>
        <p className={styles.question} id={questionId} dir="auto">
          {body.text}
        </p>
      </LongText>
      {body.mayVote ? (
        <Choices
          body={body}
          names={names}
          questionId={questionId}
          onVote={(answers) => actions.vote(item, answers)}
        >
          {more}
        </Choices>
      ) : (
        <>
          <ul className={styles.answers} aria-labelledby={questionId}>
            {body.answers.map((answer) => (
              <li key={answer.id} className={clsx(styles.answer, answer.mine && styles.on)}>
                <AnswerLine answer={answer} body={body} names={names} control={null} />
              </li>
            ))}
          </ul>
          <div className={styles.acts}>{more}</div>
        </>
      )}
      <p className={styles.note} role="status">
        {body.ended && body.people === 0
          ? t('polls.nobody')
          : t('polls.people', { count: body.people })}
        {body.unreadable > 0 && ` ${t('polls.unreadable', { count: body.unreadable })}`}
        {body.late === true && ` ${t('polls.late')}`}
      </p>
    </div>
  );
}
