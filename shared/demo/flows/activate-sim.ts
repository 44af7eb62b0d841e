import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const ACTIVATE_SIM: Flow = {
  id: 'activate-sim',
  topic: 'the SIM card',
  domain: 'mobile',
  start: { 'report-sim-inactive': 3, 'request-sim-activation': 3 },
  digressions: [
    digression(
      [
        'ask-keep-number',
        '[Do I|Can I|Will I] keep my [old |]number?',
        'Will my [old |]number [move|be moved] to the new SIM?',
      ],
      [
        'confirm-keep-number',
        'Yes, [your number stays the same|you keep your number].',
        'Your number [moves|is moved] to the new SIM[ automatically|].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-sim-inactive': [
        { 'ask-signal': 3, 'ask-sim-number': 3 },
        '{hi} my new SIM [card |][does not work|is not working|has no network][, I put it in an hour ago|, nothing happens|].',
        '{hi} [no signal|I have no network] with [the|my] new SIM[ card|][ since {weekday}|].',
      ],
      'request-sim-activation': [
        { 'ask-sim-number': 1 },
        '{hi} [how do I|I want to|can you help me] activate [my|a] [new |]SIM[ card|]?',
        '{hi} I [got|have|received] a new SIM[ card|], [can you activate it|how do I activate it|what do I do now]?',
      ],
      'describe-no-signal': [
        { 'ask-sim-number': 2, 'ask-phone-reboot': 3 },
        '[There is|It shows] no signal[ at all|][, just a cross|].',
        '[No bars|No signal], [it says emergency calls only|only emergency calls].',
      ],
      'describe-sim-error': [
        { 'ask-sim-number': 1 },
        '[It says|The display says|There is a message] [invalid SIM|SIM not supported|no SIM].',
        'The phone [says|shows] [invalid SIM|SIM not registered].',
      ],
      'give-sim-number': [
        { 'activate-sim-card': 4, 'report-sim-used': 1 },
        '[It is|The SIM number is|The card says|Sure,] {sim}.',
        '{sim}[, printed on the card| is on the back|].',
      ],
      'confirm-reboot': [
        { 'confirm-sim-works': 3, 'still-no-signal': 2 },
        '[Okay|Done], I [rebooted|restarted] the phone.',
        '[It is|The phone is] [restarting|back on][ now|].',
      ],
      'confirm-sim-works': [
        { 'offer-more-help': 3, 'explain-data-settings': 1 },
        '[Great|Oh good], [I have signal|it works|four bars][ now|]!',
        '[It works|Signal is there|Now I have network][, I just made a call|].',
      ],
      'still-no-signal': [
        { 'offer-new-sim': 1 },
        '[No|Sorry], [still no signal|nothing yet|it says the same].',
        '[Still nothing|No change], [no bars|no signal].',
      ],
      'accept-new-sim': [
        { 'confirm-new-sim': 1 },
        '[Yes|Okay], please send [me |]a new [SIM|card].',
        '[All right|Fine], [then send a new one|a new SIM please].',
      ],
      'prefer-shop-visit': [
        { 'confirm-shop-visit': 1 },
        'Can I [pick one up|get one|collect it] [in a shop|at the shop|in town][ today|]?',
        "I need it [today|now], [is there a shop|I'll go to a shop].",
      ],
    }),
    ...agent({
      'ask-signal': [
        { 'describe-no-signal': 4, 'describe-sim-error': 3 },
        '{sorry} [What does the phone show|Do you see any signal bars|Is there any signal or message]?',
        '{sorry} Does the phone show [any signal|a signal] or [an error message|a message about the SIM]?',
      ],
      'ask-sim-number': [
        { 'give-sim-number': 1 },
        '{sure} What is the [number on the SIM card|SIM number]? [It is printed on the back.|]',
        '{ack} [Could you|Can you|Would you] read me the SIM number[ on the card|]?',
      ],
      'activate-sim-card': [
        { 'ask-phone-reboot': 1 },
        "{ack} [I've|I have] activated [the|your] SIM[ card|][, it takes a few minutes|].",
        '[The|Your] SIM [card |]is being activated[ now|][, this can take ten minutes|].',
      ],
      'report-sim-used': [
        { 'offer-new-sim': 1 },
        '[This|That] SIM number is [already in use|marked as defective|blocked][ in our system|].',
        'I cannot activate this SIM, the number is [not valid|already used].',
      ],
      'ask-phone-reboot': [
        { 'confirm-reboot': 1 },
        '[Please|Now please] [reboot|restart] the phone[ and look at the signal|].',
        '[Switch the phone off and on|Please reboot it] [once|and wait a minute].',
      ],
      'offer-new-sim': [
        { 'accept-new-sim': 3, 'prefer-shop-visit': 2 },
        '[Then|I think] the card is [faulty|defective]. [May I send you|Shall I send you] a new SIM[ free of charge|]?',
        'A new SIM [is|would be] the best solution. [Shall I mail one|May I send you one]?',
      ],
      'confirm-new-sim': [
        { 'thank-agent': 1 },
        'The new SIM [will be|is] in the mail [today|tomorrow] and [arrives|should arrive] [by|on] {nextDay}.',
        '[Done|All right], the new [card|SIM] [arrives|comes] by mail [by|on] {nextDay}.',
      ],
      'confirm-shop-visit': [
        { 'thank-agent': 1 },
        '[Sure|Of course], any of our shops can [give|hand] you one[, please bring an ID|].',
        'The nearest shop is open until 6 pm[, bring your ID|], they [activate it|do it] at once.',
      ],
      'explain-data-settings': [
        { 'thank-agent': 1 },
        '[Great|Perfect]. If mobile data does not start, [switch it on|turn it on] in the settings[ of the phone|].',
        'You will get the data settings by text message, [please accept them|just install them].',
      ],
    }),
  },
};
