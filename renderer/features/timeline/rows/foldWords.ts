// The summary of a run of notices in one line: several acts of the same people become one sentence, and one act of several people is named
// once.
import type { TFunction } from 'i18next';
import type { Notice } from '../folds';
import { isolate } from '#ui/text/isolate';
import { toldApart } from '#ui/text/toldApart';

type Coming = 'joined' | 'left' | 'joined_left' | 'left_joined';
type Deed = Exclude<Notice['what'], 'call' | 'group_call' | 'upgraded' | 'live_location'> | Coming;

interface Done {
  readonly deed: Deed;
  /** Names by user id, in the order of their first act. */
  readonly people: Map<string, string>;
  readonly targets: Map<string, string>;
  count: number;
  detail: string;
}

/** The language and the user id of the reader. */
interface Reader {
  readonly t: TFunction;
  readonly language: string;
  readonly ownId: string | null;
}

/** Acts whose sentence has a form with "your" for the person to whom they were done. */
const aimed: ReadonlySet<Deed> = new Set(['invite_withdrawn', 'knock_declined', 'role_changed']);
/** The same, for the person who did it too. */
const ownForms: ReadonlySet<Deed> = new Set(['avatar_changed', 'renamed_self', ...aimed]);

/** Acts that each person does with something of their own: its word is the plural where several did. */
const ofEach: ReadonlySet<Deed> = new Set(['avatar_changed', 'renamed_self']);

/** Acts that end a stay: told after what was done before by the person whom they took out. */
const ending: ReadonlySet<Deed> = new Set(['kicked', 'banned']);

/** Further acts are only counted. */
const mostDeeds = 3;
const mostNames = 3;
const namesBeforeOthers = 2;

/** The result of all joins and leaves of each person. */
function comings(notices: readonly Notice[]): ReadonlyMap<string, Coming> {
  const first = new Map<string, 'joined' | 'left'>();
  const result = new Map<string, Coming>();
  for (const { what, actor } of notices) {
    if (what !== 'joined' && what !== 'left') continue;
    const began = first.get(actor.userId) ?? what;
    first.set(actor.userId, began);
    result.set(actor.userId, began === what ? what : `${began as 'joined'}_${what as 'left'}`);
  }
  return result;
}

function deedsOf(notices: readonly Notice[]): Done[] {
  const coming = comings(notices);
  const done = new Map<Deed, Done>();
  for (const { what, actor, target, detail } of notices) {
    const came = what === 'joined' || what === 'left' ? coming.get(actor.userId) : undefined;
    const deed = (came ?? what) as Deed;
    const one = done.get(deed) ?? {
      deed,
      people: new Map<string, string>(),
      targets: new Map<string, string>(),
      count: 0,
      detail: '',
    };
    one.people.set(actor.userId, toldApart(actor));
    if (target !== null) one.targets.set(target.userId, toldApart(target));
    one.count += 1;
    one.detail = detail ?? '';
    done.set(deed, one);
  }
  return [...done.values()];
}

const onlyOwn = (people: ReadonlyMap<string, string>, ownId: string | null): boolean =>
  people.size === 1 && ownId !== null && people.has(ownId);

/** The form of the words: what was done, and whether it was done with something of the reader's. */
function formOf({ deed, people, targets, count, detail }: Done, ownId: string | null): string {
  const isAll = people.size > 1 && ofEach.has(deed);
  const isTo = deed === 'renamed_self' && count === 1 && detail !== '';
  const isOwn = isAll
    ? ownId !== null && people.has(ownId)
    : ownForms.has(deed) && onlyOwn(aimed.has(deed) ? targets : people, ownId);
  const form = [isAll && 'all', isTo && 'to', isOwn && 'own'].filter((one) => one !== false);
  return form.join('_') || (detail === '' ? 'plain' : '');
}

/** @param you the word for the reader, which comes first */
function namesOf({ t, language, ownId }: Reader, people: ReadonlyMap<string, string>, you: string) {
  const others = [...people].flatMap(([id, name]) => (id === ownId ? [] : isolate(name)));
  const names = others.length < people.size ? [you, ...others] : others;
  if (names.length <= mostNames) return new Intl.ListFormat(language).format(names);
  const named = names.slice(0, namesBeforeOthers);
  return t('timeline.fold.others', {
    names: new Intl.ListFormat(language, { type: 'unit' }).format(named),
    count: names.length - named.length,
  });
}

function wordsOf(reader: Reader, done: Done): string {
  const { t, ownId } = reader;
  const { deed, people, targets, count, detail } = done;
  const mine = onlyOwn(people, ownId);
  const you = t(`timeline.notice.${mine ? 'yourself' : 'you'}`);
  const text = t(`timeline.fold.did.${deed}`, {
    targets: namesOf(reader, targets, you),
    detail: isolate(detail),
    context: formOf(done, ownId) || undefined,
  });
  const again = count > Math.max(people.size, targets.size) && !/^(joined|left)/.test(deed);
  return again && people.size === 1 ? t('timeline.fold.times', { text, count }) : text;
}

/** `Alice created the conversation and turned on encryption, Bob and Carol joined, and 2 more`. */
export function foldWords(reader: Reader, notices: readonly Notice[]): string {
  const { t, language } = reader;
  const deeds = deedsOf(notices);
  const rest = deeds.slice(mostDeeds).reduce((sum, { count }) => sum + count, 0);
  // "And 1 more" would be as long as the act itself.
  const [said, more] = rest === 1 ? [deeds, 0] : [deeds.slice(0, mostDeeds), rest];
  const sentences: { who: string; people: Done['people']; deeds: string[] }[] = [];
  for (const done of said) {
    const who = [...done.people.keys()].join(' ');
    const at = sentences.findIndex((one) => one.who === who);
    const isAfter = sentences
      .slice(at + 1)
      .some(({ people }) => [...done.targets.keys()].some((id) => people.has(id)));
    const before = ending.has(done.deed) && isAfter ? undefined : sentences[at];
    const words = wordsOf(reader, done);
    if (before !== undefined) before.deeds.push(words);
    else sentences.push({ who, people: done.people, deeds: [words] });
  }
  const unit = new Intl.ListFormat(language, { type: 'unit' });
  const texts = sentences.map(({ people, deeds: all }, at) => {
    // The last sentence is followed by "and N more", so its list has no "and" of its own.
    const list = more > 0 && at === sentences.length - 1 ? unit : new Intl.ListFormat(language);
    return t('timeline.fold.sentence', {
      people: namesOf(reader, people, t(at === 0 ? 'rooms.you' : 'timeline.notice.you')),
      deeds: list.format(all),
    });
  });
  const text = unit.format(texts);
  return more === 0 ? text : t('timeline.fold.more', { text, count: more });
}
