import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const RESTORE_CONNECTION: Flow = {
  id: 'restore-connection',
  topic: 'the connection',
  domain: 'internet',
  start: { 'report-no-internet': 1 },
  digressions: [
    digression(
      [
        'ask-credit',
        '[Will I get|Do I get|Can I have] a credit for the [days without internet|downtime|outage]?',
        'Do I [still |]have to pay for the days [it is down|without internet]?',
      ],
      [
        'promise-credit',
        '[Yes|Of course], [we add|you will get] a credit for every [full |]day without [service|internet][ on your next bill|].',
        'Every day of downtime is credited [automatically|on the next bill].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-no-internet': [
        { 'ask-customer-number': 3, 'ask-router-lights': 3 },
        '{hi} my internet [has been down since [{weekday}|this morning|last night]|stopped working [this morning|an hour ago|again]|is not working[ again|]].',
        '{hi} I [have had|have] no internet [since last night|since this morning|at all today]. Can you [help|check]?',
        "{hi} the internet [keeps dropping|has been off all day|went down an hour ago][ and I work from home|]. [What's wrong?|Is there an outage?|]",
        '{hi} no internet [here|at home][ since {weekday}|], the wifi is [on|connected] but [nothing loads|no page opens].',
      ],
      'give-customer-number': [
        { 'check-outage': 2, 'ask-router-lights': 2 },
        "[It's|Yes, it's|Sure,] {customer}.",
        '[My|The] customer number is {customer}.',
        'Customer number {customer}[, if I read it right|, it is on the bill|].',
      ],
      'describe-red-light': [
        { 'ask-restart': 1 },
        '[There is|I see] a red light[ on the front| next to the globe| on the router|], [the others are green|it is blinking|it does not go away].',
        'The [second|internet|broadband] light is [red|blinking red|solid red].',
      ],
      'describe-green-lights': [
        { 'ask-restart': 2, 'ask-cable-check': 3 },
        '[All|All the|The] lights [are|look] green[, nothing red|, like always|].',
        'Everything is green[ on the router|, no red light|], [still no internet|but it does not work].',
      ],
      'confirm-restart': [
        { 'ask-if-working': 1 },
        '[Done|Okay|Right], [I restarted it|I unplugged it and plugged it back in|the router is restarting][, the lights are coming back|].',
        'I [have restarted|restarted|switched off] the router[ and waited a minute| as you said|].',
      ],
      'already-restarted': [
        { 'ask-cable-check': 1 },
        'I [already|have already] restarted it [twice|three times|this morning][, it made no difference|].',
        '[Tried that|I did that] [already|before I wrote to you], restarting [did not help|changed nothing].',
      ],
      'confirm-cables': [
        { 'run-line-test': 1 },
        '[The cables are|All cables are|Everything is] plugged in [properly|firmly][, I checked both ends|].',
        'I [checked|pushed in] [the|both] cables, they [are tight|look fine].',
      ],
      'find-loose-cable': [
        { 'ask-if-working': 1 },
        '[Oh|Ah], the cable [was loose|had come out|was not plugged in][ at the wall|], I pushed it back in.',
        'One cable was [loose|halfway out][ behind the shelf|], I have plugged it in [again|properly].',
      ],
      'report-working': [
        { 'explain-cause': 1, 'offer-more-help': 2 },
        "[Yes|Oh yes], [it's working|the internet is back|it works] [again|now]!",
        "[It's back|It works now|Pages are loading again][, great|, that was it|]!",
      ],
      'report-still-down': [
        { 'run-line-test': 1 },
        '[No|Sadly no], [still nothing|still down|it is still not working][, same as before|].',
        "[Still no internet|It's the same|Nothing has changed][, I'm afraid|, no page loads|].",
      ],
      'choose-visit-time': [
        { 'confirm-visit': 1 },
        '{nextDay} {half} [would be best|works for me|please|is good].',
        '[Can he come|Could someone come|Is it possible] on {nextDay} {half}?',
        '[I am home|I am in|Someone is at home] [on |]{nextDay} {half}[, please come then|].',
      ],
      'accept-outage': [
        { 'offer-text-update': 2, 'offer-more-help': 1 },
        '[Okay|I see|All right], [then I have to wait|good to know it is not just me|I hope it is fixed soon].',
        '[Ah|Okay], so it is [an outage|not my router]. [I will wait|Fine|]',
      ],
      'accept-text-update': [
        { 'say-goodbye': 1, 'offer-more-help': 1 },
        '[Yes|Yes please|Sure], [send me|a text would be|please send] a text[ message|][, thank you|].',
        '[A text message|A text] [is fine|would be great|would help][, thanks|].',
      ],
    }),
    ...agent({
      'ask-customer-number': [
        { 'give-customer-number': 1 },
        '{sorry} [What is|Could you give me|Can I have] your customer number[, please|]?',
        '{sorry} [Please tell me|I need] [the|your] customer number[ from your bill|] [to check the line|so that I can look at your line].',
      ],
      'check-outage': [
        { 'report-outage': 4, 'ask-router-lights~no-outage': 5 },
        '{ack} [Let me|I will] [check|see] [if|whether] there is an outage in your area.',
        '[One moment|Just a moment], [I am checking|let me check] for outages [near you|in your area].',
      ],
      'report-outage': [
        { 'accept-outage': 1 },
        '[There is|I can see|We have] an outage in your area, [our engineers|technicians] are working on it[ and expect to finish by {clock}|].',
        '[Unfortunately,|I am afraid] there is an outage [near you|in your street], it should be [fixed|over] by {clock}.',
      ],
      'offer-text-update': [
        { 'accept-text-update': 1 },
        '[Shall I|Would you like me to|Can I] send you a text message when it is [fixed|back]?',
        'I can [send|have us send] you a text as soon as [service is back|the outage is over]. [Would you like that|Okay]?',
      ],
      'ask-router-lights': [
        { 'describe-red-light': 3, 'describe-green-lights': 2 },
        '{sorry} [Which lights are lit|What color are the lights|Can you see any red light] on [the|your] router?',
        '{ack} [Please look at|Could you look at|Let us start with] the router: [what color are the lights|which lights are on]?',
      ],
      'ask-router-lights~no-outage': [
        { 'describe-red-light': 3, 'describe-green-lights': 2 },
        'There is no outage [in your area|near you]. [Which lights are lit|What color are the lights] on [the|your] router?',
        'I see no outage, so [it may be the router|let us look at the router]. What color are the lights?',
      ],
      'ask-restart': [
        { 'confirm-restart': 5, 'already-restarted': 3 },
        'Please restart the router: [unplug it|switch it off], wait [a minute|30 seconds] and [plug it back in|switch it on again].',
        '[Let us|I suggest we] restart the router[ first|]. [Unplug|Switch off] the power for [a minute|30 seconds][, please|].',
      ],
      'ask-cable-check': [
        { 'confirm-cables': 5, 'find-loose-cable': 3 },
        '[Could you|Can you] check whether the cable [from the wall to|between the wall and] the router is [plugged in firmly|firmly in place]?',
        "[Let's|Let us] check the cables: is the [grey|wall] cable plugged in at both ends?",
      ],
      'ask-if-working': [
        { 'report-working': 5, 'report-still-down': 4 },
        '[Is|And is] the internet working [now|again]?',
        '[Please|Now please] try [to open a page|it again]. [Does it work|Is it back|Is the connection back]?',
      ],
      'explain-cause': [
        { 'thank-agent': 1 },
        '[Great|Good to hear|Excellent]. The router had [lost|dropped] its connection[ to our network|], [a restart every few months helps|this can happen after an update].',
        "[I'm glad|I am happy] it works. [It was probably|That was] [the cable|a hanging connection][, nothing serious|].",
      ],
      'run-line-test': [
        { 'report-line-fault': 4, 'reset-line': 2 },
        '{ack} I am [running|starting] a line test [now|from here], [this takes a minute|please hold on|one moment please].',
        '[Let me|I will] [run|do] a line test[ from our side|]. [It takes about two minutes|One moment|Please stay with me].',
      ],
      'report-line-fault': [
        { 'choose-visit-time': 1 },
        'The [line |]test shows a fault [on the line|outside your home], so an engineer has to [visit|come]. [Which day suits you|When are you at home]?',
        "[There is|I see] a fault [on|in] the line. [I'd like to|Let me] book an engineer visit. [What day works for you|When would suit you]?",
      ],
      'reset-line': [
        { 'ask-if-working': 1 },
        'The [line |]test [is fine|found nothing], so I have reset your port[ from here|]. [Please wait a minute|Give it a minute].',
        'I [have reset|am resetting] the line [remotely|from our side][, the router will reconnect by itself|].',
      ],
      'confirm-visit': [
        { 'thank-agent': 1 },
        '[Booked|Done|All set]: the engineer [comes|will come|will visit] [on |]{nextDay} between {window}[, the visit is free|].',
        'The engineer visit is [booked|confirmed] for {nextDay}, between {window}[, someone has to be at home|].',
      ],
    }),
  },
};
