import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const RESTORE_LOGIN: Flow = {
  id: 'restore-login',
  topic: 'the login',
  domain: 'account',
  start: { 'report-login-problem': 1 },
  digressions: [
    digression(
      [
        'ask-data-safe',
        'Are my [files|documents|projects] [safe|still there]?',
        'Will I lose [my|any] [files|data][ when I reset it|]?',
      ],
      [
        'reassure-data',
        '[Yes|No worries], your files are safe[, a reset does not touch them|].',
        'Nothing is lost[, your files stay where they are|], [the reset only changes the password|only the password changes].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-login-problem': [
        { 'ask-account-email': 3, 'ask-error-message': 3 },
        "{hi} I can't log in[ to my account| anymore| since the update|][, it says the password is wrong|].",
        '{hi} I am locked out of my account[ since this morning|], [please help|I need my files|please unlock it].',
        '{hi} my password [does not work|is not accepted][ anymore|], [I am sure it is right|I cannot log in].',
        "{hi} I forgot my password and can't [log in|get into my account].",
      ],
      'give-account-email': [
        { 'send-reset-link': 4, 'unlock-account': 2 },
        "[It's|It is|Sure,] {email}.",
        '[My|The] [account |]email [address |]is {email}.',
        '{email}[, I think| should be the one|].',
      ],
      'describe-wrong-password': [
        { 'ask-account-email': 1 },
        '[It says|The message is|I get] [wrong password|that the password is wrong][ every time|].',
        'The error [says|is] [incorrect password|wrong email or password][, but I copied it|].',
      ],
      'describe-locked-account': [
        { 'ask-account-email~locked': 1 },
        '[It says|The error is|There is a message] [that |]the account is locked[ after too many attempts|].',
        '[Account locked|Too many attempts], [try again later|that is all it says].',
      ],
      'give-account-email~locked': [
        { 'unlock-account': 1 },
        "[It's|It is|Sure,] {email}.",
        '[My|The] [account |]email [address |]is {email}.',
      ],
      'received-reset-link': [
        { 'ask-login-works': 1 },
        '[Got it|The email is here|I have the link], [I am setting a new password|I chose a new password|one moment].',
        '[Yes|Okay], the email [arrived|came], I [have set|set] a new password[ now|].',
      ],
      'missing-reset-link': [
        { 'ask-spam-folder': 1 },
        'I [have not received|did not get] [anything|any email|a reset link][ so far| yet|].',
        '[Nothing|No email] [has arrived|came] yet[, I have waited five minutes|].',
      ],
      'found-in-spam': [
        { 'ask-login-works': 1 },
        '[Yes|Ah yes], it was in [the|my] spam folder[, I have set a new password|].',
        '[Found it|There it is], in spam. [I changed the password|Password changed|Resetting now].',
      ],
      'not-in-spam': [
        { 'correct-account-email': 1 },
        'No, [it is not in spam either|the spam folder is empty|nothing in spam].',
        'I checked [the spam folder|spam too], [nothing there|no email].',
      ],
      'confirm-new-email': [
        { 'ask-login-works': 1 },
        '[Now it came|Got it now|That one worked], I [have a|set the] new password.',
        '[Yes|Oh], I used the [old|other] address. [The link is here now|Now I have the link].',
      ],
      'confirm-login-works': [
        { 'advise-two-step': 2, 'offer-more-help': 3 },
        "Yes, [I'm in|it works|I can log in] [again|now]!",
        '[It works|I am logged in|Login works], [all my files are there|what a relief|great].',
      ],
      'report-login-fails': [
        { 'advise-clear-cookies': 1 },
        '[No|Hmm], [it still does not work|the login page just reloads|same error].',
        '[Still|It is still] [not working|the same], [the page reloads|it logs me out at once].',
      ],
      'confirm-cookies-cleared': [
        { 'offer-more-help': 1 },
        '[Okay|Done], [I cleared them and|after clearing the cookies] [it works|I am in].',
        '[That was it|Clearing the cookies helped], [I am logged in|it works now].',
      ],
    }),
    ...agent({
      'ask-account-email': [
        { 'give-account-email': 1 },
        '{sorry} [Which|What] email address [is the account registered with|do you log in with|is on the account]?',
        '{ack} [Could you|Can you|Would you] tell me the email address of [the|your] account?',
      ],
      'ask-account-email~locked': [
        { 'give-account-email~locked': 1 },
        '{ack} [I can|Let me] unlock it. [Which|What] email address is [it registered with|on the account]?',
        'Then it has to be unlocked. [What is the email address of the account|Which email do you use]?',
      ],
      'ask-error-message': [
        { 'describe-wrong-password': 3, 'describe-locked-account': 3 },
        '{sorry} [What error|Which error message|What message] do you [see|get][ exactly|]?',
        '{sorry} [Is there|Do you see] an error message[ when you log in|][, and what does it say|]?',
      ],
      'send-reset-link': [
        { 'received-reset-link': 4, 'missing-reset-link': 3 },
        "{ack} I've [just |]sent [you |]a reset link[ to that address|][, it is valid for one hour|]. [Has it arrived|Did you get it]?",
        'A [password |]reset link is on its way to {email}. [Did it arrive|Do you have it]?',
      ],
      'unlock-account': [
        { 'ask-login-works': 1 },
        '{ack} I have unlocked [the|your] account[, please use your old password|].',
        '[The|Your] account is unlocked [now|again][, you have five more attempts|].',
      ],
      'ask-spam-folder': [
        { 'found-in-spam': 4, 'not-in-spam': 2 },
        '[Could you|Can you|Would you] [check|look in] [the|your] spam folder[ too|]?',
        '[Sometimes|Now and then] it lands in [the spam folder|spam]. [Is it there|Could you look]?',
      ],
      'correct-account-email': [
        { 'confirm-new-email': 1 },
        'I see [another|a second] address on [the|your] account and sent the link there[ as well|]. [Could you check|Is it there]?',
        'The account uses [another|a different] address. I [sent|have sent] a new link to that one.',
      ],
      'ask-login-works': [
        { 'confirm-login-works': 5, 'report-login-fails': 2 },
        '[Can you log in|Are you able to log in|Are you logged in] [now|again]?',
        '[Please try|Now please try] to log in[ again| once more|]. Does it work?',
      ],
      'advise-two-step': [
        { 'thank-agent': 1 },
        '[Great|Good]. [I recommend turning on|It is a good idea to turn on|You may want to enable] two-step verification[ in the settings|].',
        'For more security you can [switch on|turn on] two-step verification[ under settings|].',
      ],
      'advise-clear-cookies': [
        { 'confirm-cookies-cleared': 1 },
        '[Please|Then please] clear the cookies of your browser [and try again|first].',
        '[Old cookies can cause that|That is often an old cookie]. [Please clear|Please delete] the cookies and log in again.',
      ],
    }),
  },
};
