import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const CHANGE_PLAN: Flow = {
  id: 'change-plan',
  topic: 'the internet plan',
  domain: 'internet',
  start: { 'complain-slow-internet': 3, 'request-faster-plan': 3 },
  digressions: [
    digression(
      [
        'ask-contract-length',
        '[How long|For how long] is the [new |]contract?',
        '[Does|Will] the contract [start over|run longer] [then|with the new plan]?',
      ],
      [
        'explain-contract-length',
        'The contract [runs for|is] twelve months[ and can be canceled monthly after that|].',
        'It is a twelve month contract[, as before|].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'complain-slow-internet': [
        { 'ask-speed-test': 1 },
        '{hi} my internet is [very|so|painfully] slow[ in the evening| since last week|], [videos keep buffering|I can hardly work|pages take forever].',
        '{hi} the [speed|download speed] is [terrible|much slower than promised|really slow][ lately|].',
      ],
      'request-faster-plan': [
        { 'present-plans': 1 },
        '{hi} I [would like|want] [a faster plan|to upgrade my plan|to switch to a faster plan].',
        '{hi} [can I|how do I] upgrade [my|the] internet plan[ to a faster one|]?',
        '{hi} which [faster |]plans do you [have|offer]? [Mine is too slow|We are four people now|].',
      ],
      'give-speed': [
        { 'explain-plan-limit': 4, 'suggest-cable-or-channel': 3 },
        '[It says|The test shows|I get] {speed} megabits[ download|][, that is not much|].',
        'The speed test [says|gives] {speed}[, and 4 upload| megabits per second|].',
      ],
      'ask-plan-price': [
        { 'state-plan-price': 1 },
        '[How much is the {plan} plan|What does the {plan} plan cost|How much does {plan} cost][ per month|]?',
        '[What would|How much would] I pay [each|per] month[ for {plan}|]?',
      ],
      'choose-plan': [
        { 'confirm-upgrade': 1 },
        "[I'll take|I would like|Let's go with|Please switch me to] the {plan} plan[, please|].",
        '[Okay|Good], {plan} [it is|sounds good|please], [switch me over|please upgrade me].',
      ],
      'decline-plan': [
        { 'offer-more-help': 1 },
        "[That's|It is] too [expensive|much] for me, I'll [keep|stay with] [my|the] [old|current] plan.",
        "[No thanks|No], I'll keep the [current|old] plan[ for now|, that is too expensive|].",
      ],
      'try-suggestion': [
        { 'thank-agent': 2, 'offer-more-help': 1 },
        "[Okay|Good idea], [that's better|it is faster now|much better], {speedBetter} megabits now.",
        'I [moved the router|plugged in the cable|changed the channel] and [it is much faster|now I get {speedBetter}].',
      ],
      'suggestion-failed': [
        { 'present-plans': 1 },
        '[No|Sorry], [that made no difference|still slow|same speed as before|it is as slow as before].',
        "[I tried that|Tried it], [it's still slow|the speed is the same].",
      ],
    }),
    ...agent({
      'ask-speed-test': [
        { 'give-speed': 1 },
        '{sorry} [Could you|Can you|Would you] run a speed test[ on our website|] and tell me the result?',
        '{sorry} [What does|What result does] [a|the] speed test show[ right now|]?',
      ],
      'explain-plan-limit': [
        { 'present-plans': 1 },
        '{ack} That is [the maximum|all you can get|close to the maximum] of your [current |]plan, the line [itself |]is fine.',
        'Your [current |]plan is limited to {speed} megabits, so [the line is working as it should|there is no fault].',
      ],
      'suggest-cable-or-channel': [
        { 'try-suggestion': 3, 'suggestion-failed': 2 },
        'The line delivers more than that. [Please try|I suggest] [a network cable|moving the router away from the wall|another wifi channel].',
        'That looks like [weak wifi|a wifi problem]. [Move closer to the router|Use a cable|Put the router higher up] and [test|try] again[, please|].',
      ],
      'present-plans': [
        { 'ask-plan-price': 3, 'choose-plan': 3 },
        '{sure} we have two [faster |]plans[ at your address|]: Plus with 100 and Max with 500 megabits.',
        'At your address you can [get|have] the Plus plan (100 megabits) or the Max plan (500 megabits). [Which one interests you|Which would you like]?',
      ],
      'state-plan-price': [
        { 'choose-plan': 4, 'decline-plan': 2 },
        'The {plan} plan [costs|is] {monthly} [a|per] month[, router included|, the first month is free|].',
        "It's {monthly} [a|per] month[ for {plan}|][, without any setup fee|].",
      ],
      'confirm-upgrade': [
        { 'thank-agent': 1 },
        '[Done|All set], the [upgrade|{plan} plan] [starts|will be active] [on |]{nextDay}[, the router restarts once|].',
        "I've [ordered|booked] the upgrade[ for you|], {plan} [will be|is] active from {nextDay}[ on|].",
      ],
    }),
  },
};
