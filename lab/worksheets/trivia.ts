import { asked, field, OTHER_LABELS, type StarDomain, sheet, text } from './star-domain.ts';

export const trivia: StarDomain = {
  task: 'trivia',
  set: {
    worksheets: [
      sheet(
        'Main',
        [field('starting_question_number', { kind: 'int' }, 'At which question number shall we start?')],
        {
          actions: 'Question()',
        },
      ),
      sheet(
        'Question',
        [
          field('user_answer', text, 'What is your answer?'),
          field('continue_trivia', { kind: 'bool' }, 'Do you want to continue?', {
            actions: 'if self.continue_trivia == False:\n  >exitws()',
          }),
        ],
        { predicate: 'main.starting_question_number is not None', actions: 'Question()' },
      ),
    ],
    functions: [],
  },
  asks: {
    trivia_ask_question_number: 'starting_question_number',
    trivia_ask_question: 'user_answer',
    trivia_inform_answer_correct_ask_next: 'continue_trivia',
    trivia_inform_answer_incorrect_ask_next: 'continue_trivia',
    trivia_inform_answer_2_ask_next: 'continue_trivia',
  },
  labelsOf(act) {
    switch (asked(act)) {
      case 'starting_question_number':
        return ['hello', 'trivia_ask_question_number'];
      case 'user_answer':
        return ['trivia_ask_question', 'trivia_bye'];
      case 'continue_trivia':
        return [
          'trivia_inform_answer_correct_ask_next',
          'trivia_inform_answer_incorrect_ask_next',
          'trivia_inform_answer_2_ask_next',
          'trivia_ask_question',
        ];
      default:
        return [];
    }
  },
  silent: ['trivia_bye', ...OTHER_LABELS],
  heard: [
    [/anything else/i, 'anything_else'],
    [/nice playing|good ?bye|\bbye\b|final score/i, 'trivia_bye'],
    [
      /continue|keep playing|next question\?|another question|play again/i,
      'trivia_inform_answer_correct_ask_next',
    ],
    [/question would you like|which question|what question|question number/i, 'trivia_ask_question_number'],
    [/how can i help/i, 'hello'],
    [/___|\?|:|\b(?:a|the|what|who|which|in|used|refers|called)\b/i, 'trivia_ask_question'],
  ],
  said(text, asked) {
    if (asked === 'user_answer') return `user_answer = ${JSON.stringify(text)}`;
    if (asked === 'continue_trivia')
      return /\b(?:no|nope|nah|done|stop|enough|quit|not|bye|that'?s (?:all|it)|that is all|don'?t|finished|thanks? (?:you )?for)\b/i.test(
        text,
      ) && !/\byes\b|\bsure\b|\bcontinue\b|\bnext\b/i.test(text)
        ? 'continue_trivia = False'
        : 'continue_trivia = True';
    const number =
      /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|first)(?:st|nd|rd|th)?\b/i.exec(
        text,
      );
    if (number) return `starting_question_number = "${/first/i.test(number[1]!) ? 'one' : number[1]}"`;
    return /beginning|start over|the start\b/i.test(text) ? 'starting_question_number = 1' : '';
  },
};
