import { agent, type Step, user } from './flow.ts';

export const OPENING: Readonly<Record<string, Step>> = {
  ...agent({
    'welcome-customer': [
      {},
      '[Hello|Hi|Hi there|Good morning|Good afternoon|Good evening] and welcome[ to customer support| to our help chat| to the service team|]. [How can I help you|What can I do for you|How may I help|What brings you here][ today|]?',
      '[Hello|Hi|Good afternoon|Good morning], you are [chatting with|through to|talking to] [support|the support team|customer care|the service team]. [How can I help|What can I do for you|What can I help you with][ today|]?',
      '[Thanks for contacting us|Thank you for getting in touch|Thanks for your patience|Sorry for the short wait]. [How can I help|What can I help you with|What is it about|What can I do for you][ today|]?',
    ],
  }),
  ...user({
    'greet-agent': [
      {},
      '[Hi|Hello|Hey|Hi there|Good morning|Good evening|Good afternoon], [is anyone there|can you help me|are you there|may I ask something|do you have a minute|can I ask you about {topic}]?',
      '[Hi|Hello|Hey|Good morning|Good afternoon][, I hope you can help me|, I need some help[ with {topic}|]|, I have a question[ about {topic}|]|, I have a quick question].',
    ],
  }),
};

export const ANOTHER_TASK: Step = {
  role: 'user',
  label: 'ask-another-thing',
  say: [
    '[Yes|Actually|Yes, actually], [one more thing|there is one more thing|I have another question|something else].',
    '[Yes, please|Oh yes|Yes], [one other thing|I have one more question|there is something else].',
  ],
  next: {},
};

export const CLOSING: Readonly<Record<string, Step>> = {
  ...user({
    'thank-agent': [
      { 'offer-more-help~thanked': 6, 'say-goodbye': 4 },
      '[Great|Perfect|Brilliant|Lovely|Okay|Super], [thank you|thanks|thanks a lot|thank you very much|thanks so much][ for your help| for sorting that out| for the quick help| for your help with {topic}|].',
      '[Thank you|Thanks|Many thanks|Thanks a lot][, that helps| for your help|, that is a relief|, much appreciated|, I appreciate it| for looking after {topic}].',
      "[That's great|That's good to know|Good to know|That works|Wonderful|That sounds good], [thanks|thank you|cheers|many thanks][ again|].",
      '[Okay|All right|Great|Very good], [thanks|thank you|many thanks] for [the help|explaining|checking|your patience|letting me know|taking care of [it|{topic}]].',
      "[Thanks|Thank you][ so much| indeed|], [you have been very helpful|that was quick|I am glad that's settled|that is all I needed to hear|that is {topic} taken care of].",
    ],
    'decline-more-help': [
      { 'say-goodbye': 9 },
      "[No|No thanks|No, thank you|Nope], [that's all|that is everything|that's it|that was all|it was only about {topic}|that's everything I wanted to know][ for today| for now|]. [Thanks again|Bye|Have a good one|Thank you|Goodbye|]",
      '[No|Nope|No thanks|Not right now], [nothing else|I am all set|I have everything I need|you have been very helpful|everything is clear now|just {topic}]. [Thank you|Bye|Thanks|Have a nice day|]',
      "[That's all|That will be all|That's everything|Nothing else][, thanks|, thank you| for now| from my side|][, goodbye|, bye|, you were very kind|].",
    ],
  }),
  ...agent({
    'offer-more-help~thanked': [
      { 'decline-more-help': 1 },
      "[You're welcome|My pleasure|Glad I could help[ with {topic}|]|Happy to help[ with {topic}|]|No problem at all]. [Is there anything else I can [help you with|do for you]|Anything else I can help with|Can I help with anything else][ today|]?",
      "[You're very welcome|You're welcome|With pleasure|Any time|I am glad {topic} is sorted out]. [Is there anything else|Can I do anything else for you|Do you need help with anything else|Is there something else I can do][ today|]?",
      '[Apart from {topic}|Besides {topic}], [is there anything else I can help with|can I help you with anything else|do you need help with anything else]?',
    ],
    'offer-more-help': [
      { 'decline-more-help': 1 },
      '[Good|All right|Okay|Fine|Very well]. [Is there anything else I can [help you with|do for you]|Anything else I can help with|Can I help with anything else][ today| apart from {topic}|]?',
      '[Is there anything else|Can I do anything else for you|Do you need help with anything else|Anything else I can do for you][ today| besides {topic}|]?',
    ],
    'say-goodbye': [
      {},
      '[Thank you|Thanks] for [your patience|[contacting us|getting in touch|chatting with us|writing to us][ about {topic}|]]. [Goodbye|Have a [nice|good|great] [day|evening|weekend|week]|Take care]!',
      "[You're welcome|My pleasure|Glad to help|Happy to help]. [Have a [nice|lovely|great|good] [day|evening|afternoon|weekend]|Goodbye|Take care|Bye for now|All the best]!",
      '[All the best|Thanks again for writing to us|It was a pleasure to help|If {topic} gives you any more trouble, just write to us], [have a [nice|good|lovely] [day|evening|week]|goodbye|take care]!',
      '[Goodbye|Bye|Take care] and [have a [nice|good|lovely|pleasant] [day|evening|afternoon]|thank you for your patience|enjoy your [day|evening|weekend]]!',
    ],
  }),
};
