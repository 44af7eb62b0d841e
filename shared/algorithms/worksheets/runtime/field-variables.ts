import type { AgentVariable } from '../../../domain/agent.ts';
import { type FieldType, typeText } from '../../../domain/worksheet.ts';
import { isInstance, isRecord, nameOf, sourceOf, wordsOf } from '../language/values.ts';
import type { CompiledSet } from './compile.ts';
import { openDraft, type TurnSettings } from './run-turn.ts';
import type { DialogueState } from './state.ts';

export function fieldVariables(
  set: CompiledSet,
  state: DialogueState,
  settings: TurnSettings,
): readonly AgentVariable[] {
  const draft = openDraft(set, state, settings);
  return [...draft.instances.values()].flatMap((instance) => {
    if (instance.left) return [];
    return [...instance.sheet.fields.values()].flatMap((one): AgentVariable[] => {
      const { name, kind, type, required } = one.field;
      const value = instance.values.get(name) ?? null;
      // A field that only actions can set is shown once it is set.
      if ((kind !== 'input' && value === null) || !draft.isActive(instance, one)) return [];
      return [
        {
          name: `${instance.name}.${name}`,
          group: instance.name,
          label: name.replaceAll('_', ' '),
          value: value === null ? null : wordsOf(isRecord(value) ? nameOf(value) : value),
          type: `${typeWords(type)}${required ? ', required' : ''}${kind === 'input' ? '' : ', set by actions'}`,
          choices: choicesOf(type),
          isFixed: kind !== 'input' || (value !== null && isInstance(value)),
        },
      ];
    });
  });
}

const typeWords = (type: FieldType): string =>
  type.kind === 'enum' ? `one of ${type.values.length}` : typeText(type);

const choicesOf = (type: FieldType): readonly string[] =>
  type.kind === 'enum' ? type.values : type.kind === 'bool' || type.kind === 'confirm' ? ['yes', 'no'] : [];

export const changeStatement = (name: string, value: string | null): string => `${name} = ${sourceOf(value)}`;
