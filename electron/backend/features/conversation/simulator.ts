import type { TextSpan } from '#shared/algorithms/simulation/answer-parts.ts';
import { compareOutcomes } from '#shared/algorithms/simulation/outcome.ts';
import type { SaidTurn } from '#shared/algorithms/simulation/similar-talks.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Simulation, SimulationSettings, TurnTagOrigin } from '#shared/contract/simulator.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type Project, projectService } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import { sentenceVectors } from '../comparison/index.ts';
import { comparedMethodsNamed } from '../retrieval/index.ts';
import {
  append,
  type Conversation,
  describeRetag,
  heardTurns,
  inForce,
  isLearned,
  type MachineTags,
  originOf,
  readCorpus,
  requireOrigin,
  retagged,
  START_CONVERSATION,
  stepTurn,
  type Turn,
  tagsOf,
} from './conversation.ts';
import { STATE_METHOD } from './find-examples.ts';
import { liveAutomaton } from './live-automaton.ts';
import { simulate } from './simulate.ts';
import { tagsSaidAfter } from './state-examples.ts';
import { turnTaggers } from './turn-tagger.ts';

interface TurnAt {
  readonly dialogue: DialogueId;
  readonly turn: number;
}

type SpokenSource = Extract<Turn['source'], 'typed' | 'model' | 'module'>;

const LONGEST_CONVERSATION = 500;

/** The one conversation of a project, which ends when the project closes. Changes run one after another. */
function createSimulator(project: Project) {
  let conversation: Conversation = START_CONVERSATION;
  let change: Simulation['change'] = null;
  let queue: Promise<unknown> = Promise.resolve();

  const next = (
    edit: (before: Conversation) => Conversation | Promise<Conversation>,
    changeOf: (now: Simulation['outcome']) => Simulation['change'] = () => null,
    asked: GoesToModel = NOBODY,
  ): Promise<Simulation> => {
    const done = queue.then(async () => {
      const started = performance.now();
      const before = withAutomaton(project, conversation);
      const after = await tagAll(project, withAutomaton(project, await edit(before)), asked);
      if (after.turns.length > LONGEST_CONVERSATION) throw tooLong();
      const shown = await simulate(project, after);
      conversation = after;
      change = changeOf(shown.outcome);
      return view(project, after, shown, change, started);
    });
    queue = done.catch(() => {});
    return done;
  };

  return {
    conversation: () => conversation,
    current: () =>
      next(
        (before) => before,
        () => change,
      ),
    open: (other: Conversation) =>
      next(({ settings: { automaton } }) => ({ ...other, settings: { ...other.settings, automaton } })),
    configure: (settings: Partial<SimulationSettings>) =>
      next((before) => {
        const wanted = { ...before.settings, ...settings };
        originOf(project.database, wanted.automaton);
        if (wanted.method !== STATE_METHOD)
          comparedMethodsNamed([wanted.method], project.use(sentenceVectors).ready());
        return { ...before, settings: wanted };
      }),
    /** @param automaton the automaton for routing; by default the current one */
    restart: (from: TurnAt | null, automaton?: RunId | null) =>
      next(({ settings }) => {
        const own = automaton === undefined ? settings : { ...settings, automaton };
        const empty = { ...START_CONVERSATION, settings: own };
        return from === null ? empty : begun(project, empty, from);
      }),
    say: (role: Role, text: string, source: SpokenSource = 'typed') =>
      next(
        (before) => append(before, { role, text, source, from: null, machine: null, added: [], removed: [] }),
        undefined,
        (_, at, { turns }) => at === turns.length - 1,
      ),
    /** Lets the model of the run tag the current turns that it has not tagged yet. */
    tagByModel: () =>
      next(
        (before) => before,
        undefined,
        (turn, at, { at: force }) => at < force && isUnasked(turn),
      ),
    answerWith: ({ dialogue, turn, part = null }: TurnAt & { readonly part?: TextSpan | null | undefined }) =>
      next((before) => {
        const origin = requireOrigin(project.database, before.settings.automaton);
        const corpus = readCorpus(project.database, origin.tagging.id);
        const from = corpus.turn(dialogue, turn);
        const { role } = required(corpus.turnsOf(dialogue)[turn], `turn ${turn}`);
        const text = corpus.answer({ dialogue, turn, part });
        return append(before, { role, text, source: 'answer', from, machine: null, added: [], removed: [] });
      }),
    force: (role: Role, tag: string) =>
      next(async (before) => {
        const { next: possible, place } = await simulate(project, before);
        if (possible.tags.some((other) => other.role === role && other.tag === tag))
          return append(before, stepTurn(role, tag));
        throw new DialogramError(
          'INVALID',
          `There is no transition from ${place?.words ?? 'here'} for the ${ROLE_NAMES[role]} tag #${tag}.`,
          {
            place: place?.words ?? null,
            value: `${role} #${tag}`,
            nextStep: 'Choose one of the possible next tags.',
          },
        );
      }),
    retag(turn: number, tags: readonly string[]) {
      let was: { readonly outcome: Simulation['outcome']; readonly what: string } | null = null;
      return next(
        async (before) => {
          const old = inForce(before)[turn];
          if (!old || old.source === 'step') throw noSuchTurn(before, turn);
          const now = retagged(old, tags);
          const { outcome } = await simulate(project, before);
          was = { outcome, what: describeRetag(turn + 1, old, now) };
          return { ...before, turns: before.turns.map((other, at) => (at === turn ? now : other)) };
        },
        (outcome) => {
          if (!was?.outcome || !outcome) return null;
          const { changed, ...difference } = compareOutcomes(was.outcome, outcome);
          return {
            what: was.what,
            before: was.outcome,
            difference: { ...difference, changed: [...changed] },
          };
        },
      );
    },
    rewind: (turns: number) =>
      next((before) => {
        if (turns <= before.turns.length) return { ...before, at: turns };
        throw new DialogramError(
          'INVALID',
          `The dialogue has only ${formatAmount(before.turns.length, 'turn')}.`,
          {
            value: String(turns),
            nextStep: 'Rewind to one of these turns.',
          },
        );
      }),
  };
}

/** Starts over after a purge, since the conversation may contain text of purged dialogues. */
export const projectSimulator = projectService(createSimulator);

function view(
  project: Project,
  conversation: Conversation,
  shown: Awaited<ReturnType<typeof simulate>>,
  change: Simulation['change'],
  started: number,
): Simulation {
  const run = originOf(project.database, conversation.settings.automaton)?.tagging;
  const taggers = project.use(turnTaggers);
  const model = run ? taggers.modelOf(run) : null;
  const turns = inForce(conversation).filter(isUnasked).length;
  return {
    ...shown,
    taggedBy: run ? taggers.titleOf(run) : null,
    unasked: model !== null && turns > 0 ? { model, turns } : null,
    change,
    milliseconds: performance.now() - started,
  };
}

/** Returns a dialogue of the corpus up to and including a turn, with its text and tags. */
function begun(project: Project, empty: Conversation, { dialogue, turn }: TurnAt): Conversation {
  const { database } = project;
  const origin = requireOrigin(database, empty.settings.automaton);
  const corpus = readCorpus(database, origin.tagging.id);
  const start = corpus.turn(dialogue, turn);
  const turns = corpus
    .turnsOf(dialogue)
    .slice(0, turn + 1)
    .map(
      ({ role, text }, at): Turn => ({
        role,
        text,
        source: 'corpus',
        from: { ...start, turn: at },
        machine: null,
        added: [],
        removed: [],
      }),
    );
  return { ...empty, start, turns, at: turns.length };
}

function withAutomaton({ database }: Project, conversation: Conversation): Conversation {
  const { settings, turns } = conversation;
  const { automaton } = settings;
  const asked = automaton !== null && isLearned(database, automaton) ? automaton : null;
  const own = asked === null && turns.length > 0 ? (originOf(database, null)?.automaton ?? null) : asked;
  return own === automaton ? conversation : { ...conversation, settings: { ...settings, automaton: own } };
}

/** True if the turn was tagged by similar turns, because the run's model was not asked or did not answer. */
const isUnasked = ({ machine }: Turn): boolean => machine?.by === 'similar';

/** Returns true if a turn may be sent to a model. Only an action of a person allows this. */
type GoesToModel = (turn: Turn, at: number, conversation: Conversation) => boolean;
const NOBODY: GoesToModel = () => false;

/** Tags every untagged turn. A model gets only requested turns; similarity tags the others. */
async function tagAll(
  project: Project,
  conversation: Conversation,
  asked: GoesToModel,
): Promise<Conversation> {
  const origin = originOf(project.database, conversation.settings.automaton);
  if (origin === null) return conversation;
  const run = origin.tagging;
  const corpus = readCorpus(project.database, run.id);
  const own = [conversation.start, ...conversation.turns.map(({ from }) => from)];
  const dialogues = [...new Set(own.flatMap((from) => (from ? [from.dialogue] : [])))];
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const policy = live.policyFor(conversation.settings.policy);
  const turns: Turn[] = [];
  const history: SaidTurn[] = [];
  for (const [at, turn] of conversation.turns.entries()) {
    const asks = asked(turn, at, conversation);
    let tagged = turn;
    if (asks || needsTags(turn, run.id)) {
      let machine = machineTags(run.id, 'corpus', turn.from && corpusTags(corpus, turn.from));
      if (machine === null) {
        const tagger = await project.use(turnTaggers).of(run, asks ? 'may-send' : 'sends-nothing');
        const { state } = live.walk(heardTurns(turns), policy);
        const frequency = live.frequencyFrom(state, turn.role);
        const place = frequency && {
          frequency,
          ...tagsSaidAfter(live, corpus, state, [...history, { ...turn, tags: [] }], {
            seed: conversation.settings.seed,
            excluded: conversation.start?.dialogue ?? null,
          }),
        };
        const { names, origin: by } = await tagger.tag(turn, history, place, dialogues);
        machine = machineTags(run.id, by, names);
      }
      tagged = { ...turn, machine };
    }
    turns.push(tagged);
    history.push({ role: turn.role, text: turn.text, tags: tagsOf(tagged).map(({ name }) => name) });
  }
  return { ...conversation, turns };
}

const machineTags = (run: RunId, by: TurnTagOrigin, names: readonly string[] | null): MachineTags | null =>
  names && { run, by, tags: names.map((name) => ({ name, origin: by })) };

const needsTags = ({ source, machine, added }: Turn, run: RunId): boolean =>
  source !== 'step' &&
  (machine === null ? !added.some(({ origin }) => origin !== 'person') : machine.run !== run);

/** Returns the project's tags for a turn that comes from its dialogues; null if the turn no longer exists. */
function corpusTags(
  corpus: ReturnType<typeof readCorpus>,
  { dialogue, turn }: TurnAt,
): readonly string[] | null {
  const id = corpus.turnId(dialogue, turn);
  return id === undefined ? null : corpus.tagsOf(id);
}

const tooLong = (): DialogramError =>
  new DialogramError('INVALID', `A dialogue can have at most ${LONGEST_CONVERSATION} turns.`, {
    nextStep: 'Start a new dialogue, or rewind.',
  });

function noSuchTurn(conversation: Conversation, turn: number): DialogramError {
  const isStep = conversation.turns[turn]?.source === 'step';
  return new DialogramError(
    'INVALID',
    isStep
      ? `You chose turn ${turn + 1} from the possible next steps, so its tag is fixed.`
      : `Turn ${turn + 1} is not part of the dialogue.`,
    {
      value: String(turn),
      nextStep: isStep
        ? 'Rewind to the previous turn and choose another step.'
        : 'Choose a turn in this dialogue.',
    },
  );
}
