/** Phrases that classify sentences. */

export const REFUSAL =
  /\b(?:(?:do not|don'?t|dont|can'?t|cannot|can not|couldn'?t|no longer) (?:really |actually |even |currently )?(?:know|remember|recall|have|want to (?:say|tell|give)|think of)|forgot(?:ten)?|forget|no idea|not sure|unsure|rather not|lost it|no clue|never mind)\b/i;
/** A message that only gives up what is being done. "Cancel the gym" and "never mind, 4" are none. */
export const CANCEL =
  /^(?:(?:no|oh|ok(?:ay)?|well|actually|sorry|please|let'?s|then|wait)[,.! ]+)*(?:cancel|never ?mind|forget (?:it|about it|that)|stop|abort|quit|leave it|i(?: have|'ve)? changed my mind|i (?:do not|don'?t) want (?:it|this|that) any ?more)(?: (?:it|this|that|all|everything|(?:the|my|this) (?:whole )?(?:thing|booking|order|request|ticket|form|conversation)))?(?:[,.! ]+(?:please|thanks|thank you))*[.! ]*$/i;
/** After a failure. */
export const AGAIN = /\b(?:try|do) (?:it |that |this )?(?:once )?(?:again|more)\b|^(?:again|retry)\b/i;
/** The user passes over what was asked. */
export const SKIP =
  /^(?:(?:no|oh|ok(?:ay)?|well|i'?ll|let'?s|please)[,.! ]+)*(?:skip(?: (?:it|this|that))?|pass|next|none|nothing|no|nope|nah|not? (?:really|needed|necessary|now|preference)|no thanks?(?: you)?|any(?:thing)?(?: is fine)?|it (?:does not|doesn'?t) matter|i (?:do not|don'?t) (?:care|mind)|whatever|never ?mind|leave it(?: out| empty)?)(?: (?:please|thanks?|thank you))?[,.! ]*$/i;
/** The start of a message that corrects an earlier one. */
export const CORRECTION =
  /^(?:(?:oh|ah|um+|er|hm+|sorry)[,.! ]+)*(?:no[,.! ]+(?=wait|sorry|i mean|actually|make|to |from |in |at |for |not )|wait[,.! ]+|hold on[,.! ]+|sorry[,.! ]+|i mean[t,.! ]+|actually[,.! ]+(?:no[,.! ]+)?|correction[:,.! ]+|rather[,.! ]+)+/i;
/** Courtesies, which neither answer nor ask anything. */
export const SMALL_TALK =
  /^(?:(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|ok(?:ay)?|great|perfect|fine|bye|goodbye|there|all right|alright|i see|got it)[,.! ]*)+$/i;
/** Neither yes nor no. */
export const UNDECIDED = /^(?:maybe|perhaps|possibly|it depends|hm+|um+|eh|what|huh|sorry|pardon)[?.,! ]*$/i;
/** A question that is answered by yes or no, where "no" is an answer. */
export const YES_NO_QUESTION = /^(?:is|are|do|does|did|have|has|can|could|would|will|should|any)\b/i;
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
/** One's own name, and not that of a course. */
export const OWN_NAME = /\b(?:my (?:full |last |first )?name|i am|i'm|this is|call me)\b/i;
export const NAME_SAID =
  /\b(?:[Mm]y (?:full |last |first )?name(?:'s| is)|[Ii] am|[Ii]'m|[Tt]his is|[Nn]ame:|[Uu]nder(?: the name)?(?: of)?|[Ii]t's|[Ii]t is|[Cc]all me|[Ff]or)\s+((?:\p{Lu}[\p{L}'’-]+\.?)(?:\s+(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la))*)/u;
