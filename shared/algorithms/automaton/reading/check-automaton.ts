import type { Automaton, AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import { NO_ROLE } from '../assemble.ts';
import { checkOffsets } from '../corpus/symbol-corpus.ts';
import { delta } from './transitions.ts';

/**
 * Checks that the arrays fit each other, because a file may be damaged or forged.
 * @throws RangeError with the array, the entry, its value and what was expected
 */
export function checkStructure(automaton: AutomatonStructure): void {
  const { stateCount, symbols, transitionOffsets, transitionSymbols, transitionTargets, roles } = automaton;
  if (!Number.isInteger(stateCount) || stateCount < 1) {
    throw new RangeError(`stateCount is ${stateCount}; expected 1 or more, as every automaton has q₀.`);
  }
  if (!Number.isInteger(automaton.dialogueCount) || automaton.dialogueCount < 0) {
    throw new RangeError(`dialogueCount is ${automaton.dialogueCount}; expected 0 or more.`);
  }
  const transitions = transitionSymbols.length;
  checkOffsets('transitionOffsets', transitionOffsets, stateCount, transitions);
  checkLength('transitionTargets', transitionTargets, transitions);
  checkLength('transitionSupport', automaton.transitionSupport, transitions);
  if (automaton.main) {
    checkLength('main', automaton.main, transitions);
    checkRange('main', automaton.main, 0, 1);
  }
  const { stateCertainty, transitionCertainty } = automaton;
  if (transitionCertainty) {
    checkLength('transitionCertainty', transitionCertainty, transitions);
    checkRange('transitionCertainty', transitionCertainty, 0, 100);
  }
  if (stateCertainty) {
    checkLength('stateCertainty', stateCertainty, stateCount);
    checkRange('stateCertainty', stateCertainty, 0, 100);
  }
  for (const name of ['support', 'ends', 'merged', 'roles', 'depths'] as const) {
    checkLength(name, automaton[name], stateCount);
  }
  checkRange('transitionSymbols', transitionSymbols, 0, symbols.length - 1);
  checkRange('transitionTargets', transitionTargets, 0, stateCount - 1);
  checkRange('transitionSupport', automaton.transitionSupport, 0, automaton.dialogueCount);
  checkRange('support', automaton.support, 0, automaton.dialogueCount);
  checkRange('ends', automaton.ends, 0, automaton.dialogueCount);
  checkRange('merged', automaton.merged, 0, Number.POSITIVE_INFINITY);
  checkRange('roles', roles, 0, NO_ROLE);
  checkRange('depths', automaton.depths, 0, stateCount - 1);
  for (let state = 0; state < stateCount; state++) {
    for (let t = transitionOffsets[state]; t < transitionOffsets[state + 1]; t++) {
      if (t > transitionOffsets[state] && transitionSymbols[t] <= transitionSymbols[t - 1]) {
        throw new RangeError(
          `transitionSymbols[${t}] is ${transitionSymbols[t]} after ${transitionSymbols[t - 1]}; ` +
            `the symbols that leave state ${state} must ascend.`,
        );
      }
      const role = ROLES.indexOf(symbols[transitionSymbols[t]].role);
      if (roles[transitionTargets[t]] !== role) {
        throw new RangeError(
          `roles[${transitionTargets[t]}] is ${roles[transitionTargets[t]]}, but transition ${t} enters it by ` +
            `a symbol of role ${role}.`,
        );
      }
    }
  }
}

/** Also checks the paths: each must follow δ from q₀, and its turns must never fall. */
export function checkAutomaton(automaton: Automaton): void {
  checkStructure(automaton);
  const { dialogueCount, pathOffsets, pathStates, pathTurns, pathSymbols } = automaton;
  checkOffsets('pathOffsets', pathOffsets, dialogueCount, pathStates.length);
  checkLength('pathTurns', pathTurns, pathStates.length);
  checkLength('pathSymbols', pathSymbols, pathStates.length);
  if (automaton.isFromStart) {
    checkLength('isFromStart', automaton.isFromStart, dialogueCount);
    checkRange('isFromStart', automaton.isFromStart, 0, 1);
  }
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    let state = 0;
    let turn = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const target = delta(automaton, state, pathSymbols[visit]);
      if (target === -1 || target !== pathStates[visit]) {
        throw new RangeError(
          `pathStates[${visit}] is ${pathStates[visit]}, but symbol ${pathSymbols[visit]} leads from state ${state} ` +
            `to ${target === -1 ? 'no state' : `state ${target}`} (dialogue ${dialogue}).`,
        );
      }
      if (pathTurns[visit] < turn) {
        throw new RangeError(
          `pathTurns[${visit}] is ${pathTurns[visit]}; expected ${turn} or more (dialogue ${dialogue}).`,
        );
      }
      state = target;
      turn = pathTurns[visit];
    }
  }
}

type Values = Int32Array | Uint8Array;

function checkLength(name: string, values: Values, expected: number): void {
  if (values.length !== expected) {
    throw new RangeError(`${name} has ${values.length} entries; expected ${expected}.`);
  }
}

function checkRange(name: string, values: Values, least: number, most: number): void {
  values.forEach((value, at) => {
    if (value < least || value > most) {
      throw new RangeError(`${name}[${at}] is ${value}; expected ${least} to ${most}.`);
    }
  });
}
