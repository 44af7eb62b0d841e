/** Phrases that classify sentences. */

export const REFUSAL =
  /\b(?:(?:do not|don'?t|dont|can'?t|cannot|can not|couldn'?t|no longer) (?:really |actually |even |currently )?(?:know|remember|recall|have|want to (?:say|tell|give)|think of)|forgot(?:ten)?|forget|no idea|not sure|unsure|rather not|lost it|no clue|never mind)\b/i;
export const QUESTION =
  /\?\s*$|^(?:what|which|who|where|when|why|how|is there|are there|do you|does|can you tell|could you tell|tell me (?:about|more))\b/i;
/** Words about oneself in a question, which express a wish. */
export const OF_ONESELF = /\b(?:i|i'd|i'm|my|we|please|book)\b/i;
export const SEARCH =
  /\b(?:find|search|looking for|look for|recommend|suggest|show me|list|any good|is there an?|are there|which|what)\b/i;
export const FILLER =
  /^(?:(?:um+|uh|well|ok(?:ay)?|sure|yes|yeah|so|oh|hi|hello|hey|alright|right|actually|sorry)[,.!]*\s+)+(?=\S)/i;
export const LEAD =
  /^(?:it(?:'s| is| was) (?:called |named )?|that(?:'s| is| would be)\s+|i(?:'d| would) (?:like|prefer|love)(?: to have)? |i(?:'ll| will) (?:take|have) |i(?:'m| am) |i (?:want|need|think|chose|choose|pick|said)(?: it(?:'s| is| was))? |this is |let(?:'s| us) (?:go with|do|say|take) |make (?:it|that) |please (?:use|take|write|put)?\s*)/i;
export const OWN_LEAD = /^(?:my|the|our|his|her) ([\w' ]{1,40}?) (?:is|was|are|would be)\s+(?=\S)/i;
export const NAME_SAID =
  /\b(?:[Mm]y (?:full |last |first )?name(?:'s| is)|[Ii] am|[Ii]'m|[Tt]his is|[Nn]ame:|[Uu]nder(?: the name)?(?: of)?|[Ii]t's|[Ii]t is|[Cc]all me|[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+\.?)(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la))*)/u;
