import type { Role } from '#shared/domain/dialogue.ts';

/** The displayed names of moves, in two to four plain words. */
const NAMES: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  user: {
    'ask-help': 'asks-for-help',
    'ask-information': 'asks-a-question',
    'ask-person': 'asks-for-a-person',
    answer: 'answers-a-question',
    choose: 'chooses-an-offer',
    close: 'says-goodbye',
    complain: 'complains',
    confirm: 'says-yes',
    'confirm-done': 'has-done-it',
    correct: 'corrects-something',
    decline: 'says-no',
    'give-details': 'gives-details',
    'other-user': 'chats',
    praise: 'gives-praise',
    'say-solved': 'says-it-is-solved',
    'still-not-solved': 'still-not-solved',
    thank: 'says-thanks',
  },
  system: {
    apologise: 'apologizes',
    'ask-confirmation': 'asks-to-confirm',
    'ask-details': 'asks-for-details',
    'ask-private': 'asks-to-write-privately',
    close: 'says-goodbye',
    'confirm-solved': 'confirms-the-solution',
    'empathise-friendly': 'is-friendly',
    'give-information': 'gives-information',
    'give-instruction': 'gives-instructions',
    greet: 'says-hello',
    offer: 'makes-an-offer',
    'offer-more-help': 'offers-more-help',
    'other-system': 'posts-something-else',
    'promise-follow-up': 'promises-an-answer',
    'refer-elsewhere': 'refers-elsewhere',
    'send-link': 'sends-a-link',
  },
};

/** The name of a label's move as people read it; words are joined by "-", since a tag has no white space. */
export const supportName = (role: Role, label: string): string => NAMES[role][label] ?? label;
