import { once } from '../../domain/once.ts';
import { MAX_CHARACTERS, MAX_TOKENS, type Token, type TokenKind } from './tokenise.ts';

/** Function words are a third of running text, independent of the subject. A shared word counts for both languages. */
const split = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const ENGLISH_WORDS = split(
  "the a an and or but if of to in on at by for from with about as into is are am was were be been being have has had do does did can could will would shall should may might must not no yes i you he she it we they me him her us them my your his its our their this that these those there here what which who when where why how all any some please thanks thank just also so than then too very up out off now get got need want like know help let hi hello hey ok okay sure good great i'm i'd i'll i've it's that's don't can't didn't isn't what's you're we're there's doesn't im dont cant u ur thx plz pls ya yeah",
);

export const OTHER_LANGUAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    german:
      'der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ist sind war waren bin hat haben habe hatte ich du er sie es wir ihr mich mir mein meine meinen ihre ihren sich auf aus bei mit nach von zu zum zur für über unter wie was wann wo warum wer auch noch schon nur sehr kann können könnte möchte bitte danke ja nein wird werden im am vom dass wenn',
    french:
      'le la les un une des du de et ou mais ne pas est sont était suis avez avons ai ont être avoir je tu il elle nous vous ils elles me te se mon ma mes votre vos notre ce cette ces dans sur avec pour par sans chez qui que quoi quand comment pourquoi où oui non merci bonjour très plus bien aussi si au aux peux pouvez voudrais',
    spanish:
      'el la los las un una unos unas de del y o pero no es son está están estoy era fue ser tiene tengo he ha han yo tú usted él ella nosotros ustedes me te se mi mis su sus tu lo le este esta estos estas ese esa en con por para sin sobre que qué quién cuándo cómo dónde cuál sí gracias hola por favor muy más bien también si al puede puedo quiero quisiera necesito',
    italian:
      'il lo la i gli le un una uno di del della dei delle e o ma non è sono era ho ha hanno abbiamo io tu lui lei noi voi mi ti si mio mia miei suo sua questo questa questi quella che chi cosa quando come dove perché per con su da dal dalla nel nella in sì grazie ciao buongiorno molto più anche se al alla vorrei posso può',
    portuguese:
      'o os a as um uma uns umas de do da dos das e ou mas não é são está estou era foi ser tem tenho eu você ele ela nós eles me te se meu minha seu sua este esta esse essa isso em no na nos nas com por para sem sobre que quem quando como onde qual sim obrigado obrigada olá muito mais bem também ao pode posso quero gostaria preciso',
    dutch:
      'de het een en of maar niet geen is zijn was waren ben heb heeft hebben had ik jij je u hij zij ze wij we mij mijn uw ons onze dit dat deze die op in aan bij met naar van voor over uit door hoe wat wanneer waar waarom wie ook nog al alleen zeer kan kunnen wil graag alstublieft bedankt ja nee wordt er om te',
    swedish:
      'en ett den det de och eller men inte ingen är var vara har hade jag du han hon vi ni mig min mitt mina din ditt er sig på i av med till från för om hur vad när var varför vem också kan kunde vill skulle tack ja nej hej som att så här där',
    danish:
      'en et den det de og eller men ikke ingen er var være har havde jeg du han hun vi mig min mit mine din dit sig på i af med til fra for om hvordan hvad hvornår hvor hvorfor hvem også kan kunne vil skulle tak ja nej hej som at så her der',
    polish:
      'i w na z do nie to się jest są był była mam ma być ja ty on ona my wy mi mnie mój moja moje twój pan pani ten ta te co kto kiedy gdzie jak dlaczego czy tak dziękuję proszę dzień dobry bardzo też już tylko ale lub albo po za od przez dla o u',
    turkish:
      'bir ve veya ama değil var yok ben sen o biz siz onlar benim senin bana sana bu şu ne kim zaman nerede nasıl neden mi mı mu mü için ile gibi daha çok de da evet hayır teşekkürler merhaba lütfen istiyorum olarak sonra kadar',
    indonesian:
      'yang dan atau tetapi tidak bukan ada adalah saya aku kamu anda dia kami kita mereka ini itu di ke dari dengan untuk pada oleh apa siapa kapan mana bagaimana mengapa kenapa juga sudah belum akan bisa dapat tolong terima kasih ya halo mau ingin',
    finnish:
      'ja tai mutta ei en on ovat oli olen minä sinä hän me te he minun sinun se tämä tuo mikä mitä kuka milloin missä miten miksi myös vain kun jos että niin kiitos kyllä hei voi voitte haluan',
    hungarian:
      'a az és vagy de nem van volt én te ő mi ti ők ez egy mit ki mikor hol hogyan miért is csak ha hogy igen köszönöm kérem szia szeretnék meg már még',
    czech:
      'a v na z do ne se je jsou byl byla mám má být já ty on ona my vy mi mě můj moje váš ten ta to co kdo kdy kde jak proč ano děkuji prosím dobrý den také už jen ale nebo po za od pro',
    romanian:
      'și sau dar nu este sunt era am are avea eu tu el ea noi voi îmi mea meu un o de la în pe cu din pentru prin ce cine când unde cum care da mulțumesc bună foarte mai să vă rog vreau',
    vietnamese:
      'là và của có không tôi bạn anh chị em cho với được này đó khi nào ở đâu gì ai sao cũng đã sẽ đang những các một xin cảm ơn chào vâng muốn',
  }).map(([language, words]) => [language, split(words)]),
);

const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, list] of OTHER_LANGUAGES)
  for (const word of list) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);

/** @param code of ISO 639-1; null for a language without a list */
export const functionWordsOf = (code: string): ReadonlySet<string> | null =>
  OTHER_LANGUAGES.get(languageName(code).toLowerCase()) ?? null;

interface DetectedLanguage {
  readonly language: 'english' | 'other';
  /** From 0 (no evidence, counts as English) to 1. */
  readonly confidence: number;
  readonly evidence: {
    readonly words: number;
    /** Share of Latin letters, 0 … 1; 1 without letters. */
    readonly latinShare: number;
    readonly englishShare: number;
    /** The other language with the highest share of function words, and this share; null if none fits. */
    readonly otherLanguage: string | null;
    readonly otherShare: number;
  };
}

/** The most UTF-16 units to read in total: enough for a certain answer, and bounded for any input. */
const CHARACTERS_READ = 50_000;
/** Fewer may be names or chance ("Los Angeles", "la carte"). */
const MINIMUM_OTHER_WORDS = 3;
const ENOUGH_WORDS = 30;
/** The least share of English function words. English dialogues are far above, even telegraphic ones. */
const LEAST_ENGLISH_SHARE = 0.08;

/**
 * Detects whether texts are English. Another language needs evidence, such as another script or its function words.
 * Codes, names and a lone "ok" stay English. `texts` are a dialogue's messages, or a sample of a corpus.
 */
export function detectLanguage(texts: readonly string[]): DetectedLanguage {
  let left = CHARACTERS_READ;
  let letters = 0;
  let latin = 0;
  const written: string[] = [];
  for (const text of texts) {
    if (left <= 0) break;
    const read = text.slice(0, left).replaceAll('’', "'");
    left -= read.length;
    const counted = countLetters(read);
    letters += counted.letters;
    latin += counted.latin;
    written.push(...(read.match(/[\p{Script=Latin}\p{M}]+(?:'[\p{Script=Latin}]+)*/gu) ?? []));
  }
  const words = written.map((word) => word.toLowerCase());
  let english = 0;
  const hits = new Map<string, number>();
  for (const word of words) {
    if (ENGLISH_WORDS.has(word)) english++;
    for (const language of LANGUAGES_OF.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  let other = 0;
  let otherLanguage: string | null = null;
  for (const language of OTHER_LANGUAGES.keys()) {
    const own = hits.get(language) ?? 0;
    if (own <= other) continue;
    other = own;
    otherLanguage = language;
  }
  // "Los Angeles" is not Spanish: only lower-case words are evidence of another language.
  const isEvidence = (word: string): boolean =>
    OTHER_LANGUAGES.get(otherLanguage ?? '')?.has(word) === true &&
    !ENGLISH_WORDS.has(word) &&
    /^\p{Ll}/u.test(word);
  const otherWords = other === 0 ? 0 : new Set(written.filter(isEvidence)).size;
  const latinShare = letters === 0 ? 1 : latin / letters;
  const share = (hits: number): number => (words.length === 0 ? 0 : hits / words.length);
  const evidence = {
    words: words.length,
    latinShare,
    englishShare: share(english),
    otherLanguage,
    otherShare: share(other),
  };

  if (letters >= 4 && latinShare < 0.5) return { language: 'other', confidence: 1 - latinShare, evidence };
  if (otherWords >= MINIMUM_OTHER_WORDS && other > english) {
    return { language: 'other', confidence: (other - english) / other, evidence };
  }
  if (words.length >= ENOUGH_WORDS && share(english) < LEAST_ENGLISH_SHARE) {
    return { language: 'other', confidence: 1 - share(english) / LEAST_ENGLISH_SHARE, evidence };
  }
  return {
    language: 'english',
    confidence: english === 0 ? 0 : (english - Math.min(other, english)) / english,
    evidence,
  };
}

/** Counts all and Latin letters without testing properties of characters, which is slow. */
function countLetters(text: string): { readonly letters: number; readonly latin: number } {
  let english = 0;
  for (let at = 0; at < text.length; at++) {
    const lowered = text.charCodeAt(at) | 0x20;
    if (lowered >= 0x61 && lowered <= 0x7a) english++;
  }
  const others = text.replace(/[ -~\s]+/g, '');
  return {
    letters: english + (others.match(/\p{L}/gu)?.length ?? 0),
    latin: english + (others.match(/\p{Script=Latin}/gu)?.length ?? 0),
  };
}

/** Minimum number of letters for a guess, because "ok" is a word in every language. */
const LEAST_LETTERS = 6;
/** The most UTF-16 units to read: enough to be certain, and fast for a million dialogues. */
const MOST_CHARACTERS = 600;
/** From this share of English function words on, a text is English. */
const ENGLISH_SHARE = 0.25;
const NO_LANGUAGE = /https?:\/\/\S{1,300}|\S{1,64}@\S{1,64}|[@#]\w{1,64}|\d+/gu;

export interface LanguageGuess {
  /** An ISO 639-1 code; empty if unknown. */
  readonly language: string;
  isReliable(): boolean;
}

/**
 * Returns an ISO 639-1 code; null if unknown, as for "ok". Reads the first 600 characters of `texts`.
 * English function words decide short texts, because n-grams misread "lost card, block pls".
 * `guess` reads n-grams; called only if needed.
 */
export function languageOf(
  texts: readonly string[],
  guess: (sample: string) => LanguageGuess,
): string | null {
  let sample = '';
  for (const text of texts) {
    if (sample.length >= MOST_CHARACTERS) break;
    sample += `${text.slice(0, MOST_CHARACTERS).replace(NO_LANGUAGE, ' ')}\n`;
  }
  sample = sample.slice(0, MOST_CHARACTERS);
  const { letters } = countLetters(sample);
  // A Chinese or Korean character counts as a word.
  const weight = letters + 3 * (sample.match(/[\p{Script=Han}\p{Script=Hangul}]/gu)?.length ?? 0);
  if (weight < LEAST_LETTERS) return null;
  const byWords = detectLanguage([sample]);
  if (byWords.language === 'english' && byWords.evidence.englishShare >= ENGLISH_SHARE) return 'en';
  const guessed = guess(sample);
  if (guessed.language === 'en') return 'en';
  if (guessed.language !== '' && (guessed.isReliable() || byWords.language === 'other'))
    return guessed.language;
  return byWords.language === 'english' && byWords.confidence > 0 ? 'en' : null;
}

const names = once(() => new Intl.DisplayNames(['en'], { type: 'language' }));

export const languageName = (code: string): string => names().of(code) ?? code;

/** Matches prices, days, times, codes, numbers and question marks of any language. Repetitions are bounded. */
const DIGITS = new RegExp(
  [
    String.raw`(?<price>(?:[$€£¥₹₩₽]|R\$|zł|kr)\s?\d{1,9}(?:[.,]\d{1,3}){0,4}|\d{1,9}(?:[.,]\d{1,3}){0,4}\s?(?:[$€£¥₹₩₽元円원]|R\$|EUR|USD|euros?|reais|zł|kr|руб))`,
    String.raw`(?<day>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}月\d{1,2}[日号])`,
    String.raw`(?<time>\d{1,2}[:：]\d{2}(?:[:：]\d{2})?|\d{1,2}h(?:\d{2})?(?![\p{L}\d]))`,
    String.raw`(?<code>(?<![\p{L}\d_-])(?=[A-Za-z_-]{0,20}\d)[A-Za-z\d]{1,40}(?:[-_][A-Za-z\d]{1,40}){0,8})`,
    String.raw`(?<number>\d{1,40})`,
    '(?<question>[?？؟])',
  ].join('|'),
  'gu',
);

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

/**
 * Splits by Unicode's rules and the dictionaries for Chinese, Japanese, Thai …; things with digits become their kind.
 * `language` is an ISO 639-1 code, "und" if unknown.
 */
export function tokeniseIn(language: string, text: string): Token[] {
  const read = text.slice(0, MAX_CHARACTERS);
  const tokens: Token[] = [];
  let from = 0;
  const addWords = (to: number): void => {
    if (to <= from) return;
    for (const { segment, isWordLike } of segmenterOf(language).segment(read.slice(from, to)))
      if (isWordLike) tokens.push({ kind: 'word', text: segment.replaceAll('’', "'") });
  };
  for (const match of read.matchAll(DIGITS)) {
    if (tokens.length >= MAX_TOKENS) break;
    addWords(match.index);
    tokens.push({ kind: kindOf(match[0], match.groups ?? {}), text: match[0] });
    from = match.index + match[0].length;
  }
  addWords(read.length);
  return tokens.slice(0, MAX_TOKENS);
}

/** Six or more digits, or digits mixed with letters, identify something. Others are quantities. */
function kindOf(text: string, groups: Readonly<Record<string, string | undefined>>): TokenKind {
  if (groups.question !== undefined) return 'question-mark';
  if (groups.price !== undefined) return 'price';
  if (groups.day !== undefined) return 'day';
  if (groups.time !== undefined) return 'time';
  const digits = text.replace(/\D/g, '').length;
  return digits >= 6 || (text.length >= 5 && /[A-Za-z]/.test(text)) ? 'reference' : 'number';
}

/** Languages that capitalize all nouns, so that a capital does not mark a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);

export const hasCapitalNames = (language: string): boolean => !CAPITAL_NOUNS.has(language);
