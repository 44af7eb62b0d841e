import type { SpeakerKind } from '../../domain/speaker.ts';

const ITEM =
  /^\s*(?:\(?\d{1,2}\s?[.):\]\-–]|\d\ufe0f?\u20e3|\[\d{1,2}\]|[-*•▪◦‣➤→✅☑]|\([a-h]\)|[a-h][.)])\s*\S.{0,70}$/u;
/**
 * Words with which a machine asks for a choice. Without them, a numbered list may be steps of an instruction.
 */
const ASKS =
  /\b(?:(?:reply|respond|answer|press|type|text|tap|click|choose|select|pick|enter)\b[^.\n]{0,40}\b(?:number|option|options|one|below|following|button|menu|topic)|main menu|which of (?:these|the following)|what can i help|how can i help)/i;
const PRESS =
  /\b(?:press|reply|type|text|dial)\s+(?:with\s+)?["']?\d["']?\s+(?:for|to)\s+[^.,;\n]{1,50}[.,;]?/gi;

/** Returns a bot's message without its list of choices. */
export function cutMenu(text: string, kind: SpeakerKind): string {
  const pressed = text.match(PRESS)?.length ?? 0;
  const spoken = pressed >= 2 ? text.replace(PRESS, '') : text;
  if (!spoken.includes('\n')) return spoken;
  const lines = spoken.split('\n');
  const isItem = lines.map((line) => ITEM.test(line));
  const items = isItem.filter(Boolean).length;
  const asks =
    ASKS.test(spoken) || (kind === 'bot' && /[?:]\s*$/m.test(lines.find((_, at) => !isItem[at]) ?? ''));
  if (items < 2 || !asks) return spoken;
  return lines.filter((_, at) => !isItem[at]).join('\n');
}
