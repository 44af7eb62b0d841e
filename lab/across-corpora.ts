import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { experiment } from './experiment.ts';

const PART = 1500;

interface Turn {
  readonly speaker: string;
  readonly acts?: readonly string[];
}

/** Acts of MultiWOZ and SGD by the part before the first hyphen. */
const MOVES: Readonly<Record<string, string>> = {
  inform: 'inform',
  inform_count: 'inform',
  request: 'request',
  offer: 'offer',
  recommend: 'offer',
  select: 'offer',
  // Both ask whether to do it: "Shall I book it?", "Please confirm: two people at 5 pm."
  offerbook: 'confirm',
  offer_intent: 'confirm',
  confirm: 'confirm',
  book: 'success',
  offerbooked: 'success',
  notify_success: 'success',
  nooffer: 'failure',
  nobook: 'failure',
  notify_failure: 'failure',
  reqmore: 'more',
  req_more: 'more',
  welcome: 'close',
  bye: 'close',
  goodbye: 'close',
  greet: 'greet',
};

/** The first pattern that matches counts. A label that also asks for the next thing has two moves. */
const STAR_MOVES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^hello$/, ['greet']],
  [/^goodbye|_bye$/, ['close']],
  [/anything_else|more_questions/, ['more']],
  [/ask_confirm_booking|ask_proceed/, ['confirm']],
  [/fail|unavailable|not_available|no_venue|nothing_found|cannot_authenticate/, ['failure']],
  [/success|succeeded|confirm_rsvp|confirm_booking|inform_confirmed|report_submitted/, ['success']],
  [/search_result|available/, ['offer']],
  [/_ask_next$/, ['inform', 'request']],
  [/ask_|_request_/, ['request']],
  [/inform|provide|instructions/, ['inform']],
];

const movesOf = (act: string, isStar: boolean): readonly string[] => {
  if (isStar) return STAR_MOVES.find(([label]) => label.test(act))?.[1] ?? [];
  return [MOVES[act.split('-', 1)[0] ?? ''] ?? []].flat();
};

function read(corpus: string): string[] {
  const folder = process.env.DIALOGRAM_DATA ?? '../shared/data';
  const lines = gunzipSync(readFileSync(join(folder, corpus, 'dialogues.jsonl.gz'))).toString('utf8');
  return lines.split('\n').filter(Boolean);
}

function coarse(line: string): string {
  const { id, turns } = JSON.parse(line) as { id: string; turns: Turn[] };
  const mapped = turns.map(({ acts = [], ...turn }) => {
    const moves = acts.flatMap((act) => movesOf(act, id.startsWith('star-')));
    return turn.speaker === 'system' && moves.length > 0 ? { ...turn, acts: [...new Set(moves)] } : turn;
  });
  return JSON.stringify({ id, turns: mapped });
}

/**
 * Writes files of MultiWOZ to learn from and, of SGD and STAR, 1,500 dialogues each to tune with and to measure with.
 * Reads DIALOGRAM_DATA (default ../shared/data). Labels of system acts become nine moves; other labels are left out.
 */
export const command = experiment(['across-corpora FOLDER'], async (given) => {
  const [named] = given.positionals;
  if (named === undefined) throw given.wrong('Choose the folder to write to.');
  const folder = resolve(named);
  mkdirSync(folder, { recursive: true });
  const dialogues: Record<string, number> = {};
  const write = (name: string, lines: readonly string[]): void => {
    writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${coarse(line)}\n`).join(''));
    dialogues[name] = lines.length;
  };
  write('multiwoz', read('multiwoz'));
  for (const corpus of ['sgd', 'star']) {
    const lines = read(corpus);
    write(`${corpus}-first`, lines.slice(0, PART));
    write(`${corpus}-last`, lines.slice(-PART));
  }
  return { folder, dialogues };
});
