/**
 * The stem of a lower-case word by Porter's algorithm, in the variant that rouge_score stems with (NLTK's default).
 *
 * Source: Porter 1980, with Porter's own later changes (words of one or two letters stay, bli → ble, logi → log) and
 * NLTK's: a dozen words by list, -ies and -ied, y → i after any consonant, -alli, -fulli, and "vc" as a short end.
 */
export function porterStem(word: string): string {
  const listed = LISTED.get(word);
  if (listed !== undefined) return listed;
  if (word.length <= 2) return word;
  let stem = withoutPlural(word);
  stem = withoutPastAndGerund(stem);
  stem = withFinalI(stem);
  stem = withShorterSuffix(stem);
  stem = firstRule(stem, STEP_3);
  stem = withoutSuffix(stem);
  return withoutFinalEAndDoubleL(stem);
}

const LISTED: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['inning', 'inning'],
  ['innings', 'inning'],
  ['outing', 'outing'],
  ['outings', 'outing'],
  ['canning', 'canning'],
  ['cannings', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);

type Rule = readonly [suffix: string, replacement: string];

/** Of several suffixes that fit, the one listed first decides, so longer ones stand before those they end with. */
const STEP_2: readonly Rule[] = pairs(
  'ational-ate tional-tion enci-ence anci-ance izer-ize bli-ble alli-al entli-ent eli-e ousli-ous ization-ize ' +
    'ation-ate ator-ate alism-al iveness-ive fulness-ful ousness-ous aliti-al iviti-ive biliti-ble fulli-ful',
);
const STEP_3: readonly Rule[] = pairs('icate-ic ative- alize-al iciti-ic ical-ic ful- ness-');
const STEP_4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

function pairs(listed: string): Rule[] {
  return listed.split(' ').map((pair) => {
    const [suffix, replacement] = pair.split('-');
    return [suffix, replacement];
  });
}

/** Step 1a: caresses → caress, ponies → poni, ties → tie, cats → cat. */
function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return cut(word, word.length === 4 ? 1 : 2);
  if (word.endsWith('sses')) return cut(word, 2);
  return word.endsWith('s') && !word.endsWith('ss') ? cut(word, 1) : word;
}

/** Step 1b: agreed → agree, plastered → plaster, hopping → hop, filing → file. */
function withoutPastAndGerund(word: string): string {
  if (word.endsWith('ied')) return cut(word, word.length === 4 ? 1 : 2);
  if (word.endsWith('eed')) return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
  const suffix = ['ed', 'ing'].find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const stem = cut(word, suffix.length);
  if (!letters(stem).includes('v')) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : cut(stem, 1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Step 1c: happy → happi, but enjoy stays. */
function withFinalI(word: string): string {
  const stem = cut(word, 1);
  return word.endsWith('y') && stem.length > 1 && letters(stem).endsWith('c') ? `${stem}i` : word;
}

/** Step 2: relational → relate, hopefulness → hopeful. */
function withShorterSuffix(word: string): string {
  if (word.endsWith('alli') && measure(cut(word, 4)) > 0) return withShorterSuffix(cut(word, 2));
  if (word.endsWith('logi')) return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
  return firstRule(word, STEP_2);
}

/** Step 4: adjustment → adjust, adoption → adopt. */
function withoutSuffix(word: string): string {
  const suffix = STEP_4.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const stem = cut(word, suffix.length);
  if (measure(stem) < 2 || (suffix === 'ion' && !/[st]$/.test(stem))) return word;
  return stem;
}

/** Step 5: probate → probat, cease → ceas, controll → control. */
function withoutFinalEAndDoubleL(word: string): string {
  let stem = word;
  if (word.endsWith('e')) {
    const shorter = cut(word, 1);
    const vowelRuns = measure(shorter);
    if (vowelRuns > 1 || (vowelRuns === 1 && !endsShort(shorter))) stem = shorter;
  }
  return stem.endsWith('ll') && measure(cut(stem, 1)) > 1 ? cut(stem, 1) : stem;
}

/** Applies the first rule whose suffix fits, if what is left has a vowel followed by a consonant. */
function firstRule(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const stem = cut(word, rule[0].length);
  return measure(stem) > 0 ? stem + rule[1] : word;
}

/** A "c" for each consonant and a "v" for each vowel; y is a vowel after a consonant. */
function letters(word: string): string {
  let kinds = '';
  for (const letter of word) {
    const vowel = 'aeiou'.includes(letter) || (letter === 'y' && kinds.endsWith('c'));
    kinds += vowel ? 'v' : 'c';
  }
  return kinds;
}

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(word: string): number {
  return letters(word).split('vc').length - 1;
}

function endsInDoubleConsonant(word: string): boolean {
  return word.length >= 2 && word.at(-1) === word.at(-2) && letters(word).endsWith('c');
}

/** Porter's *o: consonant, vowel, consonant other than w, x, y; or the whole word is a vowel and a consonant. */
function endsShort(word: string): boolean {
  const kinds = letters(word);
  return kinds === 'vc' || (kinds.endsWith('cvc') && !/[wxy]$/.test(word));
}

function cut(word: string, count: number): string {
  return word.slice(0, word.length - count);
}
