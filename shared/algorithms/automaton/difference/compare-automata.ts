import { transitionOf } from '../reading/transitions.ts';
import { type ComparedAutomaton, changedRange, matchStates, type StateMatching } from './match-states.ts';

interface ChangedState {
  readonly before: number;
  readonly after: number;
  readonly transitionsGone: number;
  readonly transitionsNew: number;
}

export interface AutomataDifference extends StateMatching {
  readonly gone: readonly number[];
  readonly new: readonly number[];
  readonly changed: readonly ChangedState[];
  readonly transitionsGone: number;
  readonly transitionsNew: number;
  readonly dialoguesChanged: readonly number[];
  readonly dialoguesGone: number;
  readonly dialoguesNew: number;
}

export function compareAutomata(before: ComparedAutomaton, after: ComparedAutomaton): AutomataDifference {
  const matching = matchStates(before, after);
  const { stateAfter, stateBefore, dialogueBefore } = matching;
  const keptTransitions = countKept(before, after, matching);
  const gone = unmatched(stateAfter, before);
  const added = unmatched(stateBefore, after);
  const changed: ChangedState[] = [];
  let kept = 0;
  stateAfter.forEach((now, old) => {
    if (now === -1) return;
    kept += keptTransitions[old];
    const transitionsGone = outDegree(before, old) - keptTransitions[old];
    const transitionsNew = outDegree(after, now) - keptTransitions[old];
    const isSame =
      transitionsGone === 0 &&
      transitionsNew === 0 &&
      before.structure.support[old] === after.structure.support[now] &&
      before.structure.ends[old] === after.structure.ends[now];
    if (!isSame) changed.push({ before: old, after: now, transitionsGone, transitionsNew });
  });
  const shift = ({ before: old, after: now }: ChangedState): number =>
    Math.abs(before.structure.support[old] - after.structure.support[now]);
  changed.sort(
    (left, right) =>
      shift(right) - shift(left) ||
      right.transitionsGone + right.transitionsNew - left.transitionsGone - left.transitionsNew ||
      left.before - right.before,
  );
  const dialoguesNew = dialogueBefore.reduce((count, earlier) => count + (earlier === -1 ? 1 : 0), 0);
  return {
    ...matching,
    gone,
    new: added,
    changed,
    transitionsGone: before.structure.transitionTargets.length - kept,
    transitionsNew: after.structure.transitionTargets.length - kept,
    dialoguesChanged: changedDialogues(before, after, matching),
    dialoguesGone: before.keys.length - (after.keys.length - dialoguesNew),
    dialoguesNew,
  };
}

const outDegree = ({ structure }: ComparedAutomaton, state: number): number =>
  structure.transitionOffsets[state + 1] - structure.transitionOffsets[state];

function countKept(
  { structure: before }: ComparedAutomaton,
  { structure: after }: ComparedAutomaton,
  { stateAfter, symbolAfter }: StateMatching,
): Int32Array {
  return stateAfter.map((now, old) => {
    if (now === -1) return 0;
    let kept = 0;
    for (let t = before.transitionOffsets[old]; t < before.transitionOffsets[old + 1]; t++) {
      const transition = transitionOf(after, now, symbolAfter[before.transitionSymbols[t]]);
      const target = stateAfter[before.transitionTargets[t]];
      if (transition !== -1 && target !== -1 && after.transitionTargets[transition] === target) kept++;
    }
    return kept;
  });
}

function unmatched(matches: Int32Array, { structure }: ComparedAutomaton): number[] {
  const states: number[] = [];
  matches.forEach((match, state) => {
    if (match === -1) states.push(state);
  });
  return states.sort((left, right) => structure.support[right] - structure.support[left] || left - right);
}

function changedDialogues(
  before: ComparedAutomaton,
  after: ComparedAutomaton,
  { stateAfter, dialogueBefore, symbolAfter }: StateMatching,
): number[] {
  const changed: number[] = [];
  const isSameNumber = stateAfter.every((now, old) => now === old);
  const [from, to] = isSameNumber ? changedRange(before, after, symbolAfter) : [0, dialogueBefore.length];
  for (let dialogue = from; dialogue < to; dialogue++) {
    const earlier = dialogueBefore[dialogue];
    if (earlier === -1) continue;
    const start = before.pathOffsets[earlier];
    const end = before.pathOffsets[earlier + 1];
    const shift = after.pathOffsets[dialogue] - start;
    let isSame = after.pathOffsets[dialogue + 1] - shift === end;
    for (let visit = start; isSame && visit < end; visit++) {
      isSame =
        stateAfter[before.pathStates[visit]] === after.pathStates[visit + shift] &&
        before.pathTurns[visit] === after.pathTurns[visit + shift];
    }
    if (!isSame) changed.push(dialogue);
  }
  return changed;
}
