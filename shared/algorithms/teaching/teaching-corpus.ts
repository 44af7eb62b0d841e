import { CUE_RULES } from '../moves/cues/cue-rules.ts';
import { createMovesCorpus, type MovesCorpus, type SpokenTurn } from '../moves/moves-corpus.ts';
import { MAX_CHARACTERS } from '../text/tokenise.ts';

/** Cues for the tone or form of a sentence, matched against its masked words. */
export const TONE_RULES: readonly { readonly name: string; readonly cue: RegExp }[] = [
  {
    name: 'angry',
    cue: /\b(?:worst|terrible|horrible|awful|bad|poor|ridiculous|disgust\w*|pathetic|useless|joke|rude|hate|sucks?|trash|garbage|crap|disappoint\w*|unacceptable|annoy\w*|angry|mad|fuck\w*|shit\w*|damn|wtf|hell|stupid|idiots?|lies?|lying|liars?|scam|fraud|cheat\w*|fake|ruin\w*|wasted?|fail\w*|shame|appalling|disgrace\w*|unhappy|sad|upset|frustrat\w*|fed up|sick of|horrendous|absurd|insane|ugh|smh|seriously|embarrass\w*|incompetent|nightmare|crazy|unfair|rip off|screw\w*|not (?:happy|cool|good|impressed|acceptable|ok|okay|helpful))\b/u,
  },
  {
    name: 'pleased',
    cue: /\b(?:love|loved|loving|great|awesome|amazing|best|excellent|fantastic|wonderful|nice|good|perfect|cool|happy|glad|enjoy\w*|yay|woohoo|hurrah|yum\w*|delicious|impressed|fun|favou?rite|beautiful|brilliant|kudos|epic|shout ?out|proud)\b/u,
  },
  {
    name: 'broken',
    cue: /\b(?:errors?|issues?|problems?|bugs?|broken|crash\w*|freez\w*|frozen|glitch\w*|slow\w*|down|stuck|lost|missing|wrong|charged?|late|delayed|delay|cancel\w*|not working|doesn't work|won't|can't|cannot|unable|didn't|disappeared|keeps?|failed|locked|hacked|declined|incorrect)\b/u,
  },
  {
    name: 'orders',
    cue: /^(?:please |pls |plz |just |then |so )?(?:fix|help|give|send|refund|stop|bring|let|make|tell|get|do|explain|change|call|check|add|allow|take|answer|respond|reply|dm)\b/u,
  },
  { name: 'please', cue: /\b(?:please|pls|plz|kindly)\b/u },
  { name: 'speaker', cue: /\b(?:i|i'm|i've|my|me|we|our)\b/u },
  { name: 'hearer', cue: /\b(?:you|your|you're|u|ur)\b/u },
  {
    name: 'question-word',
    cue: /^(?:what|why|how|when|where|who|which|is|are|do|does|did|can|could|will|would|has|have|any)\b/u,
  },
  {
    name: 'answers',
    cue: /^(?:yes|yeah|yep|no|nope|nah|ok|okay|sure|correct|both|all|none|not|it's|i'm|i did|i have|i will|will do)\b/u,
  },
  { name: 'contrast', cue: /\b(?:but|still|again|already|yet|though)\b/u },
  { name: 'laughs', cue: /\b(?:lol|lmao|haha\w*|omg|jk)\b/u },
];

/** Signs in a turn's original text that its masked words have lost. */
export const SURFACE_RULES: readonly { readonly name: string; readonly sign: RegExp }[] = [
  { name: '!', sign: /!/u },
  { name: '!!', sign: /!!/u },
  { name: 'capitals', sign: /\b[A-Z]{4,}\b/u },
  { name: 'hashtag', sign: /#\w/u },
  { name: 'emoji', sign: /\p{Extended_Pictographic}/u },
  { name: 'sad emoji', sign: /[😡😠🤬🙄😤😩😭😢😞😒👎😑]/u },
  { name: 'happy emoji', sign: /[😂😍❤😊🙏👍🎉😀😁😃💛💙🙂😘💕🙌]|:\)|:D|<3/u },
  { name: 'addressed', sign: /^\.?@\w/u },
  { name: 'part', sign: /\b\d\/\d\b/u },
  { name: 'quote', sign: /["“]/u },
  { name: 'ends with a link', sign: /https?:\/\/\S{1,200}\s?$/u },
  { name: 'dots', sign: /\.\.\.|…/u },
];

export interface TeachingCorpus {
  readonly moves: MovesCorpus;
  readonly signs: readonly TurnSigns[];
}

interface TurnSigns {
  readonly all: readonly string[];
  readonly ends: readonly string[];
  readonly form: readonly string[];
}

export function createTeachingCorpus() {
  const moves = createMovesCorpus();
  const surfaces: string[][] = [];
  const places: number[] = [];
  return {
    add(turns: readonly SpokenTurn[]): void {
      moves.add(turns);
      for (const [place, { texts }] of turns.entries()) {
        surfaces.push(surfaceOf(texts));
        places.push(place);
      }
    },
    finish(): TeachingCorpus {
      const corpus = moves.finish();
      return {
        moves: corpus,
        signs: surfaces.map((surface, turn) => signsOf(corpus, turn, surface, places[turn])),
      };
    },
  };
}

function surfaceOf(texts: readonly string[]): string[] {
  const read = texts.map((text) => text.slice(0, MAX_CHARACTERS)).join(' ');
  const seen = SURFACE_RULES.filter(({ sign }) => sign.test(read)).map(({ name }) => name);
  const accounts = Math.min(3, read.match(/@\w/gu)?.length ?? 0);
  return [...seen, `accounts ${accounts}`, `messages ${Math.min(3, texts.length)}`];
}

function signsOf(corpus: MovesCorpus, turn: number, surface: readonly string[], place: number): TurnSigns {
  // Cues and tones are English. In other languages only words count.
  const isEnglish = corpus.languages[turn] === 'en';
  const rules = isEnglish ? [...CUE_RULES[corpus.roles[turn]], ...TONE_RULES] : [];
  const sentences = corpus.sentences[turn].map(({ words }) => {
    const text = words.join(' ');
    return rules.filter(({ cue }) => cue.test(text)).map(({ name }) => name);
  });
  const words = corpus.sentences[turn].flatMap((sentence) => sentence.words);
  const masked = new Set(words.filter((word) => word === '?' || word.startsWith('<')));
  const often = TONE_RULES.filter(
    ({ name }) => sentences.filter((said) => said.includes(name)).length > 1,
  ).map(({ name }) => `often ${name}`);
  return {
    all: [...new Set([...sentences.flat(), ...often, ...surface, ...masked])],
    ends: [
      ...(sentences[0] ?? []).map((name) => `first ${name}`),
      ...(sentences.at(-1) ?? []).map((name) => `last ${name}`),
      ...(corpus.sentences[turn].at(-1)?.words.includes('?') ? ['last ?'] : []),
    ],
    form: [
      `words ${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`,
      `sentences ${Math.min(4, corpus.sentences[turn].length)}`,
      `place ${Math.min(4, place)}`,
      ...(corpus.foreign[turn] === 1 ? ['other language'] : []),
    ],
  };
}
