import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const CANCEL_SUBSCRIPTION: Flow = {
  id: 'cancel-subscription',
  topic: 'the subscription',
  domain: 'account',
  start: { 'request-subscription-cancel': 1 },
  digressions: [
    digression(
      [
        'ask-export',
        '[Can I|How do I] [export|download] my [projects|files|data] [first|before it ends]?',
        'What happens to my [projects|files]?',
      ],
      [
        'explain-export',
        '[You can|Just] [export|download] everything [under|in the] settings[ until the last day|].',
        'Your files stay [available|online] for 90 days, you can [export|download] them [any time|in the settings].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'request-subscription-cancel': [
        { 'ask-cancel-reason': 4, 'confirm-subscription-plan': 2 },
        '{hi} I [want|would like|need] to cancel my subscription[ at the end of the month|].',
        '{hi} [how do I|can I|where can I] cancel [my|the] subscription?',
        '{hi} please [cancel|stop] my [monthly |yearly |]subscription[, I do not use it anymore|].',
      ],
      'confirm-plan': [
        { 'ask-cancel-reason': 1 },
        "Yes, [that's the one|that is my plan|correct].",
        '[Right|Exactly], the [team|monthly|yearly] plan.',
      ],
      'reason-too-expensive': [
        { 'offer-discount': 1 },
        "[It's|It has become] too expensive [for me|now], [the price went up again|I only use it twice a month].",
        '[It costs too much|Too expensive], [I found something cheaper|I am cutting costs].',
      ],
      'reason-not-used': [
        { 'offer-pause': 1 },
        "I [hardly|don't] use it[ anymore|], [my project is finished|I changed jobs|no time].",
        "[I do not need it|I'm not using it] [at the moment|for now], the project [is over|ended].",
      ],
      'reason-missing-feature': [
        { 'note-feedback': 1 },
        'The [export|calendar|offline mode] [I need is missing|does not work well][, so I switched|].',
        'It [lacks|is missing] [a feature|some features] I need[, like offline mode|].',
      ],
      'accept-discount': [
        { 'apply-discount': 1 },
        "[Okay|Good], [with that discount I'll stay|I'll take the discount|that discount is fair].",
        'The discount [sounds good|is fine|helps], then I [keep it|stay|stay another year].',
      ],
      'decline-discount': [
        { 'confirm-subscription-end': 1 },
        '[No thanks|No], [please cancel it anyway|I still want to cancel|a discount does not help].',
        'No[ thank you|], I have made up my mind[, cancel it please|].',
      ],
      'accept-pause': [
        { 'apply-pause': 1 },
        '[A pause|Pausing] [sounds good|is a good idea|would be perfect][, please do that|].',
        '[Oh|Okay], [then pause it|I would like to pause][ for three months|].',
      ],
      'decline-pause': [
        { 'confirm-subscription-end': 1 },
        '[No|No thanks], [just cancel it|I want to end it|no pause, please cancel].',
        "[I don't need a pause|A pause does not help], [please cancel|end it].",
      ],
      'ask-final-invoice': [
        { 'explain-final-invoice': 1 },
        '[Will there be|Do I get|Should I expect] [another|one more|a final|a last] invoice?',
        'Do I [still |]have to pay [again|anything else|for this month|a last invoice]?',
      ],
    }),
    ...agent({
      'confirm-subscription-plan': [
        { 'confirm-plan': 1 },
        '{sure} I see [a|one] [team|monthly|yearly] plan for {monthly}. Is that the right one?',
        '{sure} [that is|is that] the [team|monthly|yearly] plan with {count} [seats|users], [right|correct]?',
      ],
      'ask-cancel-reason': [
        { 'reason-too-expensive': 3, 'reason-not-used': 3, 'reason-missing-feature': 2 },
        '[I can do that|Sorry to see you go]. [May I ask why|Can you tell me why] you want to cancel?',
        '{sure} [What is the reason|May I ask for the reason] for [canceling|the cancellation]?',
      ],
      'offer-discount': [
        { 'accept-discount': 3, 'decline-discount': 3 },
        '[I understand|I see]. [I could|We can] [offer|give] you a discount of [30|40|50] percent for [three|six] months. [Interested|Would that help]?',
        'Would a discount of [30|40|50] percent[ for half a year|] change your mind?',
      ],
      'offer-pause': [
        { 'accept-pause': 2, 'decline-pause': 3 },
        '[I see|Understood]. [You could|You can also] pause [it|the subscription] for up to [three|six] months[ and pay nothing|]. [Would you like that|Interested]?',
        '[Instead of canceling|As an alternative], would you like to pause [it|your subscription][ for a while|]?',
      ],
      'note-feedback': [
        { 'confirm-subscription-end': 1 },
        '[Thanks for the feedback|That is good to know], [I pass it on|I have noted it] [to|for] [the|our] product team.',
        'I [will pass|have passed] your feedback [on|to our developers].',
      ],
      'apply-discount': [
        { 'thank-agent': 1 },
        '[Great|Wonderful], the discount [is active|applies] from the next invoice[ on|].',
        "I've added the discount, [you pay|the next invoice is] {monthly}[ a month|].",
      ],
      'apply-pause': [
        { 'thank-agent': 1 },
        '[Done|All right], the subscription is paused [until {newDate}|for three months], [you can resume it any time|nothing is charged].',
        'Your subscription is [now |]paused[, we will remind you before it resumes|].',
      ],
      'confirm-subscription-end': [
        { 'ask-final-invoice': 3, 'thank-agent': 3 },
        'I [have |]canceled the subscription, it [ends|runs out] on {newDate}[, a confirmation is in your inbox|].',
        '[Done|All right], the subscription ends on {newDate}[ and you can use it until then|].',
      ],
      'explain-final-invoice': [
        { 'thank-agent': 1 },
        'No, [the last invoice was|there is no further invoice, the last was] on {pastDate}.',
        'There is one [final|last] invoice [of|for] {monthly}[ for this month|][, then nothing more|].',
      ],
    }),
  },
};
