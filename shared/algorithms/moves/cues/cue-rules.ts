import type { Role } from '#shared/domain/dialogue.ts';

type MoveKind = 'ask' | 'report' | 'social';
export const MOVE_KINDS: readonly MoveKind[] = ['ask', 'report', 'social'];

export interface CueRule {
  readonly name: string;
  readonly kind: MoveKind;
  /** Matched against the masked words of a sentence, joined by single spaces. */
  readonly cue: RegExp;
  /** True for a person's cue, which makes a move however rarely it matches. */
  readonly own?: true;
}

const rule = (kind: MoveKind, name: string, ...cues: string[]): CueRule => ({
  name,
  kind,
  cue: new RegExp(cues.map((cue) => `(?:${cue})`).join('|'), 'u'),
});

const HELP = '(?:help|assist|assistance|support)';
const BROKEN =
  "(?:not|isn't|wasn't|aren't|won't|doesn't|didn't|don't|can't|cannot|couldn't|never|unable to|no longer|stopped|keeps?|kept)";
const DETAIL =
  '(?:number|<number>|name|address|e-?mail|phone|zip|postcode|post code|code|account|order|date|id|reference|model|serial|version|details|info|information|screenshot|picture|photo|location|store|city)';
const PRIVATE = '(?:dm|dms|private message|direct message|pm|inbox|message us|privately)';

/** The order matters: the first rule that matches a sentence names it. */
const USER: readonly CueRule[] = [
  rule(
    'report',
    'says-it-is-solved',
    String.raw`^(?!.*\b(?:not|isn't|hasn't|wasn't|won't|can't|never|no|still|if|until|when|get|getting|be|need|want)\b)(?!.*\?).*\b(?:fixed|resolved|sorted|solved)\b`,
    String.raw`\b(?:it|it's|it is|its|that|all|now|everything(?: is|'s)?) (?:working|works|worked)(?: now| again| fine)?$`,
    String.raw`\b(?:got it (?:working|to work)|that (?:helped|did it|did the trick|worked))\b`,
  ),
  rule(
    'social',
    'says-thanks',
    String.raw`\b(?:thanks|thank you|thank u|thx|thankyou|ty|tysm|cheers|much appreciated|appreciate (?:it|that|your|the))\b`,
  ),
  rule(
    'report',
    'has-sent-it',
    String.raw`\b(?:i|i've|i have|have|just|already) (?:just |already |now )?(?:sent|dm'?d|dm'?ed|messaged|emailed|e-mailed|replied|submitted|filled|posted)\b`,
    String.raw`^(?:dm |message )?(?:sent|done)(?: it| you| a dm| dm| now)*$`,
  ),
  rule(
    'report',
    'has-tried-it',
    String.raw`\b(?:i|i've|i have|we|we've|have|already) (?:already |also |even |just )?(?:tried|restarted|rebooted|reset|reinstalled|re-installed|uninstalled|deleted|updated|turned|checked|unplugged|logged out|cleared)\b`,
    String.raw`^(?:tried|restarted|already did)\b`,
  ),
  rule(
    'ask',
    'asks-for-a-refund',
    String.raw`\b(?:refund|refunded|money back|reimburse\w*|compensat\w+|credit my|credited)\b`,
  ),
  rule(
    'ask',
    'wants-to-cancel',
    String.raw`\b(?:cancel|cancelling|canceling|unsubscribe|terminate|close my|delete my|switch(?:ing)? to|leaving you|taking my business)\b`,
  ),
  rule(
    'report',
    'chases-an-answer',
    String.raw`\b(?:still (?:waiting|no|nothing|not|haven't|hasn't)|no (?:response|reply|answer|one (?:has|is|will|answers|responds))|nobody (?:has|is|will|answers|responds|replies)|any (?:update|news|progress)|waiting (?:for|on|since)|been waiting|on hold|haven't (?:heard|received|had)|never (?:got|received|heard|arrived))\b`,
  ),
  rule(
    'ask',
    'asks-when',
    String.raw`\b(?:when (?:will|is|are|can|do|does|would|am|should)|how (?:long|soon|much longer)|what time|eta)\b`,
  ),
  rule(
    'ask',
    'asks-why',
    String.raw`\b(?:why|how come|what's the reason)\b(?=.*\?)`,
    String.raw`^(?:why|how come)\b`,
  ),
  rule(
    'ask',
    'asks-how',
    String.raw`\b(?:how (?:do|can|to|does|would|should|did) (?:i|we|you|my|one|it)?|where (?:do|can|is|are|would|should)|what (?:do|should|can) (?:i|we))\b`,
  ),
  rule(
    'ask',
    'asks-for-help',
    String.raw`\b(?:please|pls|plz|can (?:you|someone|anyone|somebody)|could (?:you|someone)|need(?: some| your)?|someone|somebody|anyone) (?:please |pls )?${HELP}\b`,
    String.raw`\b${HELP} (?:me|us|please|pls|needed)\b`,
  ),
  rule(
    'ask',
    'requests-something',
    String.raw`\b(?:can|could|would|will) (?:you|u|someone|somebody|anyone)\b`,
    String.raw`^(?:please|pls|plz)\b`,
    String.raw`\b(?:i|we|i'd|we'd) (?:really |just |also )?(?:want|need|would like|like|wish|am looking|'d like) (?:to|a|an|the|some|you|my)\b`,
    String.raw`\bi'm looking\b`,
    String.raw`^(?:fix|bring|give|sort|stop|get|change|let|tell) (?:your|it|me|this|us|the|my|back)\b`,
  ),
  rule(
    'report',
    'gives-praise',
    String.raw`\b(?:love|great job|well done|awesome|amazing|excellent|fantastic|brilliant|best (?:service|customer|airline|company|support)|kudos|shout ?out|so (?:helpful|nice|kind))\b(?!.*\b(?:not|but|would|fix)\b)`,
  ),
  rule(
    'report',
    'complains',
    String.raw`\b(?:worst|terrible|horrible|awful|ridiculous|unacceptable|disgusting|disgrace\w*|pathetic|appalling|shocking|useless|joke|disappoint\w+|frustrat\w+|annoy\w+|fed up|sick of|tired of|rude|lied|lies|lying|scam|shame|sucks|poor (?:service|customer|show)|bad (?:service|customer|experience)|never again|wtf|not happy|unhappy|angry|wasted?|crap|shit\w*|bullshit)\b`,
  ),
  rule(
    'report',
    'is-unsure',
    String.raw`\b(?:i don't (?:know|remember|have)|i'm not sure|not sure|no idea|don't know|i do not (?:know|have))\b`,
  ),
  rule(
    'report',
    'reports-a-problem',
    String.raw`\b${BROKEN} (?:\w+ ){0,2}(?:work|working|load|loading|open|opening|connect|log|login|access|get|find|see|use|send|receive|play|update|turn|show|let|allow|go|received?|arrived?|delivered|showing|happening|crashing|freezing|saying|getting|cutting)\b`,
    String.raw`\b(?:error|problem|problems|issue|issues|broken|crash\w*|down|outage|bug|glitch\w*|frozen|freez\w+|failed|fails|failing|wrong|missing|lost|stolen|damaged|faulty|delayed|late|slow|charged|overcharged|hacked|blocked|locked out)\b`,
  ),
  rule('ask', 'asks-for-contact', String.raw`\b(?:dm|message|call|contact|email|ring|pm) (?:me|us)\b`),
  rule(
    'report',
    'says-no',
    String.raw`^(?:no|nope|nah|not (?:yet|really|at all))(?:$| (?:i|i'm|i've|it|it's|thanks|thank|sorry|we|they|that|that's|not|this|there|but|he|she|just|need)\b)`,
  ),
  rule(
    'report',
    'says-yes',
    String.raw`^(?:(?:ah|oh|um|well) )?(?:yes|yeah|yep|yup|yea|ya|correct|that's (?:right|correct|it|fine|good)|sounds good|will do)\b(?!.*\?)`,
    // These also begin other turns: "great airline", "okay where is my order".
    String.raw`^(?:sure|ok|okay|alright|right|perfect|great|exactly|absolutely|definitely)(?: (?:thing|thanks|thank you|i (?:will|can|do|did|have)|i'll|so|then|now|will do|sounds good|please|it is|that's it)\b(?!.*\?)|$)`,
    String.raw`^i (?:did|do|am|have)$`,
  ),
  rule(
    'report',
    'gives-details',
    String.raw`<(?:id|phone|email)>`,
    String.raw`^(?:it's|it is|its|my|the) (?:\w+ ){0,3}(?:is|number|<)`,
    String.raw`^(?:<\w+> ?)+$`,
    String.raw`\b(?:my (?:name|address|number|order|account|email|reference|zip|postcode)(?: \w+)? is|i'm using|i am using|i have an?|i'm on|i'm in)\b`,
  ),
  rule(
    'ask',
    'asks-a-question',
    String.raw`^(?:is|are|do|does|did|what|which|who|where|has|have|am|was|will|any)\b.*\?`,
    String.raw`\?$`,
  ),
  rule(
    'social',
    'says-hello',
    String.raw`^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|yo|dear)\b`,
  ),
  rule(
    'social',
    'says-goodbye',
    String.raw`^(?:bye|goodbye|good bye|have a (?:great|good|nice)|take care)\b`,
    String.raw`\b(?:that's all|that is all|that will be all|nothing else)\b`,
  ),
];

const SYSTEM: readonly CueRule[] = [
  rule(
    'ask',
    'asks-to-write-privately',
    String.raw`\b(?:dm|dms|private message|direct message|pm|message us|send us a (?:message|note))\b(?!.*\b(?:received|replied|responded|sent you|thanks for)\b)`,
    String.raw`\b(?:follow (?:us|and|back))\b`,
  ),
  rule(
    'report',
    'confirms-receipt',
    String.raw`\b(?:we|we've|we have|i|i've|i have|have|just) (?:just |already )?(?:received|replied|responded|got|sent you|sent a|seen) (?:\w+ ){0,3}(?:${PRIVATE}|message|reply|response|email|details)\b`,
    String.raw`\b(?:replied|responded) (?:to|via|by|back)\b`,
  ),
  rule(
    'ask',
    'offers-more-help',
    String.raw`\b(?:anything|something|what) else\b`,
    String.raw`\bany (?:other|further|more) (?:questions?|help|assistance|requests?)\b`,
  ),
  rule(
    'ask',
    'offers-help',
    String.raw`\b(?:how|what) (?:can|may|could) (?:i|we) (?:help|assist|do)\b`,
    String.raw`\b(?:can|may) (?:i|we) (?:be of|help|assist)\b`,
    String.raw`\b(?:happy|glad|love|like|here) to (?:help|assist)\b`,
    String.raw`\bdo you (?:still )?need (?:any |some |our )?${HELP}\b`,
    String.raw`\b(?:let's|let us|let me|we'll|i'll|we can|i can|we will|i will|will) (?:\w+ )?(?:help|assist)\b`,
  ),
  rule(
    'social',
    'says-you-are-welcome',
    String.raw`\b(?:you're (?:very |most |always )?welcome|you are (?:very |most )?welcome|no (?:problem|worries)|my pleasure|anytime|any time)\b`,
  ),
  rule(
    'social',
    'is-glad',
    String.raw`\b(?:glad|happy|great|good|pleased|delighted|thrilled|love) (?:to (?:hear|see|know)|that|we could|i could|it|everything|you(?:'re)?|the team)\b(?! to)`,
    String.raw`^(?:that's|that is|this is|how|oh)? ?(?:great|awesome|fantastic|amazing|wonderful|lovely|excellent|perfect|cool|brilliant|super)\b`,
  ),
  rule('social', 'apologizes', String.raw`\b(?:sorry|apologi[sz]e|apologies|apology|regret|forgive)\b`),
  rule(
    'social',
    'shows-sympathy',
    String.raw`\b(?:understand (?:your|how|the|that|why|you)|we understand|i understand|frustrat\w+|hate (?:to|that)|never (?:like|want)|not (?:what we|the experience|the kind|good)|concern\w*|disappoint\w+|inconvenience|that's not)\b(?!.*\?)`,
  ),
  rule(
    'social',
    'says-thanks',
    String.raw`\b(?:thanks|thank you|thx|we appreciate|appreciate (?:your|the|you|it|that))\b`,
  ),
  rule(
    'ask',
    'asks-to-confirm',
    String.raw`\b(?:is (?:that|this|it|everything) (?:correct|right|ok|okay|fine)|(?:please|can you|could you|kindly|to) confirm|shall i|should i|would you like|do you want|want me to|okay to|does that)\b`,
  ),
  rule(
    'ask',
    'asks-for-details',
    String.raw`\b(?:can|could|may|will|would) (?:you|i|we)(?: please)? (?:please )?(?:tell|give|provide|send|share|have|get|know|let|verify|supply|specify|advise|ask|pop|post|message|dm|email|describe|elaborate)\b`,
    String.raw`\b(?:please|kindly|pls) (?:\w+ )?(?:provide|send|share|tell|give|include|verify|specify|supply|reply with|describe|elaborate|let (?:us|me) know (?:your|the|what|which|if|when|where|how))\b`,
    String.raw`\b(?:what|which|where)(?: is|'s| are| was)? (?:\w+ ){0,3}${DETAIL}\b.*\?`,
    String.raw`\b(?:need|require) (?:your|the|some|more|a few|to know|you to)\b`,
    String.raw`\blet (?:us|me) know (?:your|what|which|where|more)\b`,
  ),
  rule(
    'ask',
    'asks-a-question',
    String.raw`\b(?:what(?:'s| is| are| was| were| seems| do| does| did| error| exactly| happens| happened)?|how (?:long|often|many|much|far|old|did|does|is|are)|when (?:did|does|do|was|is)|which|where|who|why)\b.*\?$`,
    String.raw`\b(?:more (?:details|info|information|about)|what's (?:going on|happening|up)|tell us more|what happened|elaborate)\b`,
  ),
  rule(
    'ask',
    'checks-facts',
    String.raw`\b(?:are|is|do|does|did|have|has|was|were) (?:you|your|it|this|that|they|there|the|all|any|we|i)\b.*\?$`,
    String.raw`^(?:are|is|do|does|did|have|has|was|were|any)\b.*\?$`,
    String.raw`\bhave you (?:tried|checked|already|had|been|contacted|spoken)\b`,
  ),
  rule(
    'report',
    'passes-it-on',
    String.raw`\b(?:i|i'll|i've|i'd|we|we'll|we've|we'd|will|have|has|been|being|be|also|just|to|and|can) (?:\w+ )?(?:pass(?:ed|ing)?|forward(?:ed|ing)?|escalat(?:e|ed|ing)|relay(?:ed|ing)?|rais(?:e|ed|ing)|flag(?:ged|ging)?|shar(?:ed|ing)|send(?:ing)?|sent|report(?:ed|ing)?) (?:(?!you\b|me\b|us\b)\w+ ){0,6}(?:(?:to|with) (?:(?:our|the|my|a|their|your|<name>) )(?:\w+ ){0,4}(?:team|teams|department|engineers?|technicians?|developers?|devs?|specialists?|colleagues?|management|managers?|supervisors?|supplier|buyers?|leadership|crew|depot|store|office|folks|partners?|<name>)|along|on to|onto|over|up)\b`,
    String.raw`\b(?:i'll|we'll|i will|we will|i've|we've|have|sure to) (?:\w+ )?(?:pass(?:ed)? (?:on|along)|shared?|refer(?:red)?) (?:your|the|this|these|that|it)\b`,
    String.raw`\bget (?:this|that|it|your \w+) passed on(?:to)?\b`,
    String.raw`\b(?:pass(?:ed|ing)?|shared|escalated|forwarded|relayed|flagged) (?:this|that|it|your \w+|these|those|them) (?:on|along|over|up|to|onto)\b`,
    String.raw`(?<!\b(?:please|you|can|could) )\blet(?:ting)? (?:our|the) (?:\w+ ){0,3}(?:team|teams|devs|developers|store|crew|folks|department) know\b`,
  ),
  rule(
    'report',
    'promises-to-check',
    String.raw`\b(?:look(?:ing)? into|investigat\w+|check (?:on|into|this|that|with|it|your|for)|take a (?:closer )?look|have a look|find out|follow up|working (?:on|to|hard)|we're on it|get (?:this|it|that|you) (?:sorted|fixed|resolved)|get back to you|keep you (?:posted|updated|informed)|see what (?:we|i)|look (?:it|that|this) up|aware of)\b`,
    String.raw`\b(?:our|the) (?:\w+ )?(?:teams?|engineers|technicians|developers) (?:is|are) (?:\w+ )?(?:aware|working|looking|investigating|checking|on it)\b`,
  ),
  rule(
    'report',
    'asks-to-wait',
    String.raw`\b(?:please (?:hold|wait|allow|bear|stay)|bear with|one (?:moment|second|sec|minute)|a (?:moment|few (?:minutes|moments))|hold on|hang (?:on|tight)|give (?:me|us) a|within (?:<number>|<date>|\w+) (?:hours|days|business|working|hrs)|shortly|as soon as|patience|soon)\b`,
  ),
  rule(
    'report',
    'refuses',
    String.raw`\b(?:unfortunately|sadly|regrettably|i'm afraid)\b`,
    // Excludes statements about others or certain cases, and "we can't wait to".
    String.raw`^(?!.*\b(?:if|when|because|since|in case) )(?!.*\b(?:can't|cannot) (?:wait|thank|help but|say|stop|imagine|believe)\b)(?!.*\?).*\b(?:we|i|we're|i'm|we are|i am|it|it's|that|that's|this|there|is|are|be|they|currently) (?:\w+ ){0,2}(?:unable to|not able to|cannot|can't|won't be able|not (?:available|possible)|no longer|don't (?:have|offer|currently|support|provide|accept|allow|sell|stock)|isn't (?:available|possible))\b`,
  ),
  rule(
    'report',
    'refers-elsewhere',
    String.raw`\b(?:(?:contact|call|reach out to|speak (?:to|with)|visit|email|get in touch with|chat with|ring|phone) (?:\w+ ){0,4}(?:<phone>|<link>|<email>|<account>|team|store|support|us|department|airport|customer|service|here|at|on))\b`,
    String.raw`<phone>`,
    String.raw`\b(?:contact|call) (?:us|your|the|our)\b`,
  ),
  rule(
    'report',
    'gives-instructions',
    String.raw`^(?:please |kindly |also |then |first |next |just |you can |you could |you may |you'll need to |you should |try |if (?:you|it|that|so|not|this) .*)(?:\w+ )?(?:try|go|click|tap|select|press|restart|reboot|reset|check|sign|log|open|update|uninstall|reinstall|delete|remove|turn|unplug|clear|choose|use|make sure|ensure|follow|enter|download|install|visit|see|keep|head)\b`,
    String.raw`\b(?:can|could|would) you (?:please |also |just )?(?:try|restart|reboot|reset|reinstall|check|make sure|log|sign|update|turn|clear)\b`,
    String.raw`\b(?:try (?:to|the|these|this|a|using|logging|restarting|and|again|clearing)|(?:follow|following|these|this|the) steps?|click (?:on|the|here)|go to|head to|make sure|settings)\b`,
  ),
  rule('report', 'sends-a-link', String.raw`<link>`),
  rule(
    'report',
    'has-done-it',
    String.raw`\b(?:i have|i've|we have|we've|has been|have been|was|is now|are now|i just|successfully|your \w+ (?:is|has)) (?:\w+ ){0,2}(?:booked|confirmed|reserved|scheduled|canceled|canceled|changed|updated|processed|refunded|sent|issued|added|removed|reset|completed|created|submitted|credited|transferred|paid|set|fixed|resolved|made|done|successful)\b`,
    String.raw`\b(?:successful|all set|booked|confirmed)\b`,
  ),
  rule(
    'social',
    'invites-back',
    String.raw`\b(?:let (?:us|me) know|reach (?:out|us)|get in touch|keep us (?:posted|updated)|we're (?:always )?here|here (?:if|for|when)|feel free|don't hesitate|please do(?:n't)?|give us a (?:shout|call))\b`,
  ),
  rule(
    'social',
    'says-goodbye',
    String.raw`\b(?:have an? (?:\w+ )?(?:great|good|nice|lovely|wonderful|fantastic|awesome|safe|day|weekend|evening|night|flight|time|one)|enjoy|good ?bye|bye|take care|safe travels|see you)\b`,
  ),
  rule('report', 'gives-details', String.raw`<(?:price|time|date|id|number)>`),
  rule(
    'social',
    'says-hello',
    String.raw`^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|dear|welcome)\b`,
  ),
];

export const CUE_RULES: Readonly<Record<Role, readonly CueRule[]>> = { user: USER, system: SYSTEM };

/** Returns the first rule that matches masked words; −1 for none. The app's own rules are English only. */
export function cueOf(rules: readonly CueRule[], words: readonly string[], language = 'en'): number {
  const text = words.join(' ');
  return rules.findIndex(({ cue, own }) => (own === true || language === 'en') && cue.test(text));
}
