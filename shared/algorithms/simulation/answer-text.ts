import { exampleMask } from '../generation/answer-messages.ts';
import { readableText, spokenPart, withoutSignature } from '../moves/mask.ts';
import { maskDates } from '../privacy/masker.ts';

/**
 * Removes handles, names and initials. Personal data, amounts and dates become placeholders such as "[number]".
 * Links stay, because they are the agent's.
 */
export function answerText(dialogue: readonly string[], turn: number): string {
  const text = readableText(dialogue[turn] ?? '');
  const { start, end } = spokenPart(text);
  const spoken = withoutHandles(text.slice(start, end), dialogue).trim();
  const masked = exampleMask(dialogue, ['url', 'handle'])(spoken || text);
  const plain = maskDates(withoutCustomer(withoutSignature(masked)))
    .replace(AMOUNT, '[amount]')
    .replace(LONG_NUMBER, '[number]')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s,;:.-]+(?=\p{L})/u, '')
    .trim();
  return plain || masked;
}

const AMOUNT =
  /\p{Sc}\s?\d[\d.,]*(?<![.,])|(?<![\p{L}\d.,])\d[\d.,]*\s?(?:\p{Sc}|(?:dollars?|euros?|pounds?|cents?|USD|EUR|GBP)(?!\p{L}))/giu;

/** Not in links, which have other characters around the digits. */
const LONG_NUMBER = /(?<![\p{L}\d./:_@-])\d{4,}(?![\p{L}\d_/])/gu;

function withoutHandles(text: string, dialogue: readonly string[]): string {
  const addressed = new Set(dialogue.flatMap((one) => /^\s*[.]?(@\w+)/u.exec(one)?.[1]?.toLowerCase() ?? []));
  return text.replace(/(?<![\w.])@\w{2,64}/gu, (handle) =>
    addressed.has(handle.toLowerCase()) && !/^@\d+$/u.test(handle) ? handle : '[account]',
  );
}

/** True if the text ends in a word; a signature and links after it do not count. */
export const isUnfinished = (text: string): boolean =>
  /[\p{L}\p{N}]$/u.test(
    withoutSignature(text)
      .replaceAll(/https?:\/\/\S+/gu, '')
      .trimEnd(),
  );

/** Words before a comma that begin a sentence without addressing anybody. */
const OPENERS = new Set(
  (
    'actually ah additionally again alright also anyway apologies aww basically besides certainly congrats cool correct currently ' +
    'enjoy finally first fortunately further furthermore gotcha great hello here hey hi hm hmm hola however indeed instead lastly ' +
    'meanwhile next no nope not now of oh ok okay otherwise perfect please right sad sadly second secondly sorry still sure ' +
    'thankfully thanks then there though today tomorrow tonight true typically unfortunately usually well whoa wonderful wow yeah ' +
    'yep yes yesterday you'
  ).split(' '),
);
const GREETED =
  /\b(?<greeting>(?:hi|hello|hey|hola|thanks|thank you|good (?:morning|afternoon|evening))(?: there)?)[ ,]+(?:\[name\]|\[account\]|(?<= there,? )\p{Lu}\p{Ll}+)(?=\s*(?:[,.!?:;-]|$))/giu;

/** Removes the customer's name after a greeting or at the start. A name at the end of a sentence becomes "[name]". */
function withoutCustomer(text: string): string {
  return text
    .replace(GREETED, '$<greeting>')
    .replace(
      /^(?<name>\[name\]|\p{Lu}[\p{Ll}'’-]+),\s+(?<next>\p{L})/u,
      (whole, name: string, next: string) => (OPENERS.has(name.toLowerCase()) ? whole : next.toUpperCase()),
    )
    .replace(
      /(?<=\p{Ll},\s)(?!Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Jan|Feb|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Lu}\p{Ll}+(?=\s?(?:[.!?]|$))/gu,
      '[name]',
    );
}
