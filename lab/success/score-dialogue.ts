import { addBleuStatistics, BLEU_STATISTICS, bleuTokens } from '#shared/algorithms/metrics/text/bleu.ts';
import { createTokenVocabulary } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { Delexicalise } from './delexicalise.ts';
import type { EntityDatabase } from './entity-database.ts';
import { type BeliefState, type DialogueGoal, estimateActiveDomains } from './goals.ts';
import { findPlaceholders, textForBleu } from './placeholders.ts';
import { type AnsweredTurn, type DialogueVerdict, judgeDialogue } from './verdict.ts';

export interface ReferenceTurn {
  readonly text: string;
  readonly state: BeliefState;
  readonly booked: readonly string[];
}

export interface ReferenceDialogue {
  readonly id: string;
  readonly goal: DialogueGoal;
  readonly turns: readonly ReferenceTurn[];
}

export interface PredictedTurn {
  readonly response: string;
  readonly state: BeliefState | null;
  readonly activeDomains: readonly string[] | null;
}

export type BeliefSource = 'predictions' | 'oracle';

/** One dialogue's outcome with what corpus BLEU needs; see addBleuStatistics. */
export interface DialogueScore {
  readonly id: string;
  readonly verdict: DialogueVerdict;
  readonly bleu: Float64Array;
}

interface DialogueScorer {
  /** Judges the answers of one dialogue; missing ones count as empty. @throws RangeError if there are too many */
  score(reference: ReferenceDialogue, answers: readonly PredictedTurn[], belief: BeliefSource): DialogueScore;
}

export function onlyDomain({ domains }: DialogueGoal): string | null {
  return domains.length === 1 ? domains[0].domain : null;
}

/** @param domains all possible domains in placeholders */
export function createDialogueScorer(
  database: EntityDatabase,
  delexicalise: Delexicalise,
  domains: ReadonlySet<string>,
): DialogueScorer {
  const vocabulary = createTokenVocabulary();
  const tokensOf = (text: string): Int32Array => vocabulary.idsOf(bleuTokens(textForBleu(text, domains)));

  return {
    score(reference, answers, belief) {
      const { goal, turns } = reference;
      if (answers.length > turns.length) {
        throw new RangeError(`${answers.length} answers for ${turns.length} turns of ${reference.id}.`);
      }
      const human = turns.map(({ text }) => delexicalise(text));
      const said = turns.map((_, at) => delexicalise(answers[at]?.response ?? ''));
      const states = turns.map(({ state }) => state);
      if (belief === 'predictions') {
        let last: BeliefState = new Map();
        for (let at = 0; at < states.length; at++) {
          last = answers[at]?.state ?? last;
          states[at] = last;
        }
      }
      const estimated = estimateActiveDomains(states, onlyDomain(goal));
      const known = bookedBy(reference, human, domains);
      const verdict = judgeDialogue(
        goal,
        turns.map(
          (_, at): AnsweredTurn => ({
            response: said[at],
            state: states[at],
            activeDomains: answers[at]?.activeDomains ?? estimated[at],
            booked: known[at],
          }),
        ),
        database,
        domains,
      );
      const bleu = new Float64Array(BLEU_STATISTICS);
      for (let at = 0; at < turns.length; at++) {
        addBleuStatistics(bleu, 0, tokensOf(said[at]), [tokensOf(human[at])]);
      }
      return { id: reference.id, verdict, bleu };
    },
  };
}

/** Returns the domains whose reference is known, from the turn where the human gave one; else always. */
function bookedBy(
  { goal, turns }: ReferenceDialogue,
  human: readonly string[],
  domains: ReadonlySet<string>,
): ReadonlySet<string>[] {
  const active = estimateActiveDomains(
    turns.map(({ state }) => state),
    onlyDomain(goal),
  );
  const soFar = new Set<string>();
  const known = turns.map(({ booked }, at) => {
    for (const domain of booked) {
      for (const one of domain === 'booking' ? active[at] : [domain]) soFar.add(one);
    }
    for (const { stands, domain } of findPlaceholders(human[at], domains)) {
      if (stands !== 'reference') continue;
      if (domain !== null) soFar.add(domain);
      else for (const one of active[at]) soFar.add(one);
    }
    return new Set(soFar);
  });
  for (const { domain } of goal.domains) {
    if (!soFar.has(domain)) for (const one of known) one.add(domain);
  }
  return known;
}
