import { type PersonalSpan, spansOf } from '../personal-data.ts';

const NUMBER_CUE =
  'cv[vc]2?|cvn|csc|pin|security (?:code|number)|card (?:check|verification) (?:number|code|value)|' +
  '(?:three|four|3|4)[- ]digits?(?: code| number)? on the (?:back|front)|' +
  'pr(?:ü|ue)f(?:ziffer|nummer|zahl)|sicherheitscode|cryptogramme|c[óo]digo de seguridad';
const PASSWORD_CUE = 'pass ?word|passphrase|pwd?|passwort|kennwort|mot de passe|contrase[ñn]a';

/** A few words may stand between the cue and the number: "the CVC on the back of it is 123". */
const NUMBER_AFTER_CUE = new RegExp(
  `(?<=(?<!\\p{L})(?:${NUMBER_CUE})[^\\p{L}\\d](?:[^\\d.?!\\n]{0,30}\\d{3,4} (?:or|and) )?[^\\d.?!\\n]{0,30})(?<![\\p{L}\\p{N}])\\d(?: ?\\d){2,3}(?![\\p{L}\\p{N}]|[.,:]\\d)`,
  'giu',
);
const PASSWORD_AFTER_CUE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PASSWORD_CUE})(?:\\s+(?:for|of|on)(?:\\s+[\\p{L}'’]{1,20}){1,3})?(?<link>\\s*[:=]\\s*|\\s+(?:is|was|to|ist|est|es)\\s*:?\\s+|\\s+)(?<value>[^\\s]{3,64})(?<end>\\s*(?:$|\\n|and\\b|but\\b|und\\b)|)`,
  'giu',
);

/** Words that follow "password" in support dialogues but are no passwords. */
const SAID_OF_PASSWORDS = new Set(
  (
    'wrong incorrect correct right invalid valid fine good ok okay not now still also only just too very case sensitive ' +
    'safe secure weak strong unknown lost gone missing broken same different new old the a an my your his her their this that ' +
    'it be been being so no none protected email reset change help again here there for from with page link field manager ' +
    'something someone anything nothing what which wahr falsch richtig nicht incorrecte oublié incorrecta me you us them please'
  ).split(' '),
);

const bare = (value: string): string => value.replace(/^["'“”‘’«(]+|["'“”‘’»).,;:!?]+$/g, '');

const looksMadeUp = (value: string): boolean => /[\d@#$%^&*_+=!]|\p{Ll}\p{Lu}/u.test(value);

/** Finds secrets. A plain word counts as a password only after a colon, in quotes, or at the end of the clause. */
export function findSecrets(text: string): PersonalSpan[] {
  return [
    ...spansOf(text, NUMBER_AFTER_CUE, 'number', ([match]) => match.replace(/ /g, '')),
    ...passwordsIn(text),
  ];
}

function passwordsIn(text: string): PersonalSpan[] {
  return [...text.matchAll(PASSWORD_AFTER_CUE)].flatMap((match): PersonalSpan[] => {
    const { link = '', value: written = '', end = '' } = match.groups ?? {};
    const value = bare(written);
    const start = match.index + match[0].length - end.length - written.length + written.indexOf(value);
    const told = /[:=]/.test(link) || /^["'“‘«]/.test(written);
    const endsClause = link.trim() !== '' && (end !== '' || /[.,;!]$/.test(written));
    const plain = value.toLowerCase();
    if (value.length < 3 || SAID_OF_PASSWORDS.has(plain)) return [];
    if (!looksMadeUp(value) && !told && (!endsClause || /(?:ed|ing|ly)$/.test(plain))) return [];
    return [{ start, end: start + value.length, kind: 'password', identity: value }];
  });
}

/** Matches a text that asks for a secret but contains none, so that the next text may be the answer. */
const ASKS_NUMBER = new RegExp(`(?<![\\p{L}])(?:${NUMBER_CUE})(?![\\p{L}])`, 'iu');
const ASKS_PASSWORD = new RegExp(`(?<![\\p{L}])(?:${PASSWORD_CUE})(?![\\p{L}])`, 'iu');

interface Secret {
  readonly kind: 'number' | 'password';
  readonly value: string;
}

/** Finds secrets in texts, and answers to a text that asks for one ("What is the CVV?", "123"). */
export function introducedSecrets(texts: readonly string[]): Secret[] {
  const told = texts.map((text) =>
    findSecrets(text).map(({ kind, start, end }): Secret => {
      return { kind: kind === 'password' ? 'password' : 'number', value: text.slice(start, end) };
    }),
  );
  const answered = texts.slice(1).flatMap((answer, index): Secret[] => {
    const question = texts[index] ?? '';
    if ((told[index] ?? []).length > 0) return [];
    const numbers = ASKS_NUMBER.test(question)
      ? (answer.match(/(?<![\p{L}\p{N}.,:$£€])\d{3,4}(?![\p{L}\p{N}]|[.,:]\d)/gu) ?? [])
      : [];
    const last = bare(answer.trim().split(/\s+/).at(-1) ?? '');
    const passwords =
      ASKS_PASSWORD.test(question) && last.length >= 4 && last.length <= 64 && looksMadeUp(last)
        ? [last]
        : [];
    return [
      ...numbers.map((value) => ({ kind: 'number' as const, value })),
      ...passwords.map((value) => ({ kind: 'password' as const, value })),
    ];
  });
  return [...told.flat(), ...answered];
}
