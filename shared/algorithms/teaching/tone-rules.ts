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
