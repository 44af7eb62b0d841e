import type {
  Comparison,
  DialogueField,
  DialogueFilter,
  PathTest,
  SequenceTest,
} from '../../domain/dialogue-filter.ts';

interface FilterScope {
  readonly dialogues: number;
  readonly field: (name: string) => DialogueField;
  /** length = dialogues; 1 if a turn carries the tag */
  readonly withTag: (tag: string) => Uint8Array;
  /** length = dialogues; 1 if a message contains the words */
  readonly withText: (query: string) => Uint8Array;
  /** length = dialogues; 1 if the dialogue passes the test */
  readonly inSequence: (test: SequenceTest) => Uint8Array;
  readonly onPath: (test: PathTest) => Uint8Array;
}

/** Length = dialogues; 1 if the dialogue passes. */
export function evaluateFilter(filter: DialogueFilter, scope: FilterScope): Uint8Array {
  const evaluate = (part: DialogueFilter): Uint8Array => evaluateFilter(part, scope);
  switch (filter.kind) {
    case 'all':
      return filter.of.reduce((passed, part) => {
        const own = evaluate(part);
        return passed.map((bit, dialogue) => bit & own[dialogue]);
      }, new Uint8Array(scope.dialogues).fill(1));
    case 'any':
      return filter.of.reduce((passed, part) => {
        const own = evaluate(part);
        return passed.map((bit, dialogue) => bit | own[dialogue]);
      }, new Uint8Array(scope.dialogues));
    case 'not':
      return evaluate(filter.of).map((bit) => 1 - bit);
    case 'field':
      return withValue(scope.field(filter.field), valueTest(scope.field(filter.field), filter));
    case 'missing':
      return withValue(scope.field(filter.field), () => true).map((bit) => 1 - bit);
    case 'tag':
      return scope.withTag(filter.tag);
    case 'text':
      return scope.withText(filter.query);
    case 'state':
    case 'edge':
    case 'leaves':
      return scope.onPath(filter);
    default:
      return scope.inSequence(filter);
  }
}

function withValue(
  { offsets, valueIds, values }: DialogueField,
  test: (value: string) => boolean,
): Uint8Array {
  const fits = values.map(test);
  const passed = new Uint8Array(offsets.length - 1);
  for (let dialogue = 0; dialogue < passed.length; dialogue++)
    for (let at = offsets[dialogue]; at < offsets[dialogue + 1]; at++)
      if (fits[valueIds[at]]) passed[dialogue] = 1;
  return passed;
}

/** Numbers compare as numbers and dates as moments. A date without a time means its beginning. */
function valueTest(
  { kind }: DialogueField,
  { comparison, values }: Extract<DialogueFilter, { kind: 'field' }>,
): (value: string) => boolean {
  const ordered = kind === 'number' ? Number : kind === 'date' ? (value: string) => Date.parse(value) : null;
  if (comparison === '=') {
    const wanted = new Set(values.map(folded));
    const numbers = new Set(ordered ? values.map(ordered) : []);
    return (value) => wanted.has(folded(value)) || (ordered !== null && numbers.has(ordered(value)));
  }
  const [bound = ''] = values;
  if (ordered) return (value) => holds(ordered(value) - ordered(bound), comparison);
  return (value) =>
    holds(folded(value) < folded(bound) ? -1 : folded(value) > folded(bound) ? 1 : 0, comparison);
}

/** `order` is negative if the value comes first; NaN if a value is missing. */
function holds(order: number, comparison: Exclude<Comparison, '='>): boolean {
  switch (comparison) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

const folded = (value: string): string => value.trim().toLowerCase();
