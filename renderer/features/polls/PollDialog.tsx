// Asks for a poll: its question, two to twenty answers, whether votes are seen at once, how many may be chosen.
import { Plus, X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCut } from '#app/cutOff';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { isModEnter } from '#ui/focus/keys';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import styles from './PollDialog.module.css';

export interface PollForm {
  readonly question: string;
  readonly answers: readonly string[];
  readonly disclosed: boolean;
  readonly maxSelections: number;
}

export interface PollDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly initial?: PollForm | undefined;
  readonly onClose: () => void;
  /** Called before `onClose` with what was typed and is not used; null: nothing. */
  readonly onLeft?: (poll: PollForm | null) => void;
  readonly onDone: (poll: PollForm) => void;
  /** The dialog goes away with its chat; null: nothing was typed. `text` is the poll as it is written down. */
  readonly onCut?: (poll: PollForm | null, text: string) => void;
}

const textOf = ({ question, answers }: PollForm): string =>
  [question, ...answers.filter((text) => text.trim() !== '').map((text) => `– ${text}`)].join('\n');

const fewestAnswers = 2;
const mostAnswers = 20;
const longestQuestion = 340;
const longestAnswer = 340;

interface Line {
  readonly no: number;
  readonly text: string;
}

const lines = (texts: readonly string[]): Line[] => texts.map((text, no) => ({ no, text }));

export function PollDialog(props: PollDialogProps): ReactNode {
  const { title, confirmLabel, initial, onClose, onDone } = props;
  const { t } = useTranslation();
  const [question, setQuestion] = useState(initial?.question ?? '');
  const [answers, setAnswers] = useState<readonly Line[]>(lines(initial?.answers ?? ['', '']));
  const [first] = useState(answers.length);
  const [nextNo, setNextNo] = useState(answers.length);
  const [disclosed, setDisclosed] = useState(initial?.disclosed ?? true);
  const [several, setSeveral] = useState((initial?.maxSelections ?? 1) > 1);
  const filled = answers.map(({ text }) => text.trim()).filter((text) => text !== '');
  /** Two answers of the same words cannot be told apart by those who vote. */
  const isTwice = ({ no, text }: Line): boolean =>
    text.trim() !== '' && answers.find((line) => line.text.trim() === text.trim())?.no !== no;
  const complete =
    question.trim() !== '' && filled.length >= fewestAnswers && !answers.some(isTwice);
  const change = (no: number, text: string): void =>
    setAnswers(answers.map((line) => (line.no === no ? { no, text } : line)));
  const add = (): void => {
    setAnswers([...answers, { no: nextNo, text: '' }]);
    setNextNo(nextNo + 1);
  };
  /** Enter goes on to the next answer. */
  const goOn = (event: KeyboardEvent<HTMLElement>, { no, text }: Line): void => {
    if (event.key !== 'Enter' || isModEnter(event) || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const isLast = no === answers.at(-1)?.no;
    if (!isLast) event.currentTarget.nextElementSibling?.querySelector('input')?.focus();
    else if (text.trim() !== '' && answers.length < mostAnswers) add();
  };
  const typed = (): PollForm | null => {
    const isEmpty = question.trim() === '' && filled.length === 0;
    const texts = answers.map(({ text }) => text);
    return isEmpty ? null : { question, answers: texts, disclosed, maxSelections: several ? 2 : 1 };
  };
  const end = useCut(true, () => {
    const poll = typed();
    props.onCut?.(poll, poll === null ? '' : textOf(poll));
  });
  const done = (): void => {
    if (!complete) return;
    end();
    onDone({
      question: question.trim(),
      answers: filled,
      disclosed,
      maxSelections: several ? filled.length : 1,
    });
  };
  const leave = (): void => {
    end();
    props.onLeft?.(typed());
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={leave}
      actions={
        <>
          <Button onPress={leave}>{t('timeline.action.cancel')}</Button>
          <Button variant="primary" isDisabled={!complete} onPress={done}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
        // From anywhere in it, as in the composer; Enter alone goes on to the next answer.
        onKeyDown={(event) => {
          if (!isModEnter(event)) return;
          event.preventDefault();
          done();
        }}
      >
        <TextField
          label={t('polls.question')}
          value={question}
          maxLength={longestQuestion}
          autoFocus
          onChange={setQuestion}
        />
        {answers.map(({ no, text }, at) => (
          <div key={no} className={styles.answer} onKeyDown={(event) => goOn(event, { no, text })}>
            <TextField
              className={styles.text}
              label={t('polls.answer', { number: at + 1 })}
              value={text}
              maxLength={longestAnswer}
              error={isTwice({ no, text }) ? t('polls.twice') : null}
              autoFocus={no >= first && no === nextNo - 1}
              onChange={(next) => change(no, next)}
            />
            <IconButton
              label={t('polls.removeAnswer', { number: at + 1 })}
              icon={X}
              isDisabled={answers.length <= fewestAnswers}
              onPress={() => setAnswers(answers.filter((line) => line.no !== no))}
            />
          </div>
        ))}
        <div>
          <Button
            variant="text"
            size="s"
            flush
            icon={Plus}
            isDisabled={answers.length >= mostAnswers}
            onPress={add}
          >
            {t('polls.addAnswer')}
          </Button>
        </div>
        <Switch
          label={t('polls.disclosed')}
          hint={t('polls.disclosedHint')}
          isSelected={disclosed}
          onChange={setDisclosed}
        />
        <Switch label={t('polls.several')} isSelected={several} onChange={setSeveral} />
        {/* Enter in a field asks for it; the button of the dialog stands outside of the form. */}
        <input type="submit" hidden disabled={!complete} />
      </form>
    </Dialog>
  );
}
