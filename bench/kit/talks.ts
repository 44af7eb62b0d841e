export interface Talk {
  readonly title: string;
  readonly customer: readonly string[];
}

export const TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A damaged lamp goes back',
      customer: [
        'Hi, I would like to return a lamp I bought last week.',
        'The order number is 48213.',
        'It arrived damaged, the shade is cracked.',
        'I just uploaded a photo of it.',
        'I would like a refund, please.',
      ],
    },
    {
      title: 'A parcel is late',
      customer: [
        'Hello, where is my parcel? It should have been here on Monday.',
        'My order number is 77120.',
        'No, my neighbors do not have it either.',
        'Yes, that address is right.',
        'Okay, thank you. Bye!',
      ],
    },
    {
      title: 'A charge on the card that nobody knows',
      customer: [
        'There is a charge on my card that I do not recognize.',
        'It was 89 euros last Tuesday.',
        'No, I have never heard of that shop.',
        'Yes, please block the card.',
        'How long until I get the money back?',
      ],
    },
    {
      title: 'The internet is down',
      customer: [
        'My internet has been down since this morning.',
        'The light on the router is red.',
        'I restarted it, but it still does not work.',
        'Tomorrow afternoon would be fine.',
        'Thanks for your help.',
      ],
    },
    {
      title: 'A subscription is canceled',
      customer: [
        'I want to cancel my subscription.',
        'It is too expensive for me.',
        'No thanks, I do not want a discount.',
        'Yes, please cancel it at the end of the month.',
        'No, that was all.',
      ],
    },
    {
      title: 'A flight is moved',
      customer: [
        'Can I change my flight to Friday?',
        'My booking code is QX7P2L.',
        'The morning flight would suit me.',
        'Does that cost anything?',
        'Okay, please book it.',
      ],
    },
    {
      title: 'No way to log in',
      customer: [
        'I cannot log in to my account anymore.',
        'My email is jo.miller@example.com.',
        'I did not get any email from you.',
        'I looked, it is not in the spam folder.',
        'Now it works, thank you so much!',
      ],
    },
    {
      title: 'A suitcase is lost',
      customer: [
        'My suitcase did not arrive with my flight.',
        'It is a large blue hard-shell suitcase.',
        'The tag number is 0220 418 663.',
        'Please send it to my hotel.',
        'When will I hear from you?',
      ],
    },
    {
      title: 'A bill is higher than usual',
      customer: [
        'Why is my bill so high this month?',
        'My customer number is 3381907.',
        'I was in Switzerland for a few days.',
        'Nobody told me that it costs extra.',
        'Okay. What can I do so that it does not happen again?',
      ],
    },
    {
      title: 'A return after a change of mind, and a parrot',
      customer: [
        'I would like to send back the headphones I ordered.',
        'I just changed my mind.',
        'My parrot sings opera on the moon.',
        'The order number is 55190.',
        'Do I have to pay for the return?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A flight is delayed',
      customer: [
        'My flight to Denver has been delayed for three hours and nobody at the gate tells us anything!',
        'It is flight 1482 from Chicago.',
        'I sent you a direct message with my booking code.',
        'Still no reply. This is ridiculous.',
        'Okay, thank you for looking into it.',
      ],
    },
    {
      title: 'A phone runs slowly after an update',
      customer: [
        'Since the latest update my phone is so slow and the battery dies by noon.',
        'It is an iPhone 7 with the newest version.',
        'I already restarted it, it did not help.',
        'How do I reset the settings?',
        'That worked, thanks a lot!',
      ],
    },
    {
      title: 'A parcel that was never delivered',
      customer: [
        'The app says my package was delivered but there is nothing here.',
        'Yes, I checked with the neighbors.',
        'It was supposed to come yesterday.',
        'How do I contact you?',
        'I have just called, they will send a new one. Thanks.',
      ],
    },
    {
      title: 'The internet is out again',
      customer: [
        'Internet is out again, third time this week. You are the worst.',
        'Yes, I rebooted the modem twice.',
        'My zip code is 60614.',
        'When will it be fixed?',
        'It is back now. Thank you.',
      ],
    },
    {
      title: 'A double charge',
      customer: [
        'Why was I charged twice for the same ride?',
        'I sent you an email last week and nobody answered.',
        'My email is jo.miller@example.com.',
        'I want my money back.',
        'Done, I just sent you the message.',
      ],
    },
    {
      title: 'Praise for the crew',
      customer: [
        'Big thanks to your crew on the flight to Boston today, they were amazing!',
        'Her name was Maria, she helped us with the kids.',
        'You are welcome, I will fly with you again.',
        'Can I upgrade my seat for the way back?',
        'Great, thanks!',
      ],
    },
    {
      title: 'A song is missing',
      customer: [
        'Hey, why can I not find the new album in your app?',
        'I am in Canada.',
        'On Android, the latest version.',
        'I reinstalled it but it is still missing.',
        'Okay, I will wait then.',
      ],
    },
    {
      title: 'A rude driver',
      customer: [
        'Your driver was so rude and took a longer way, I am never using this again.',
        'It was last night around ten.',
        'Where can I send you the details?',
        'I sent you a DM.',
        'Thank you for your help.',
      ],
    },
    {
      title: 'A locked account',
      customer: [
        'I am locked out of my account and the reset link does not work.',
        'Yes, I tried another browser.',
        'The error says that my password is wrong.',
        'Still not working.',
        'How long will that take?',
      ],
    },
    {
      title: 'A question about opening hours, and a parrot',
      customer: [
        'Are your stores open on Sunday?',
        'The one in Austin, Texas.',
        'My parrot sings opera on the moon.',
        'Do you sell gift cards there?',
        'Perfect, thank you!',
      ],
    },
  ],
};

/** Scripted dialogues that were read before tuning and used for it since. Written by hand; none is from the data. */
export const TEST_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'Shoes in the wrong size',
      customer: [
        'Hello, the shoes I ordered are too small, I want to send them back.',
        'Sure, the order number is 60417.',
        'I would rather exchange them for a bigger size.',
        'Yes, please do that.',
        'No, nothing else. Thank you!',
      ],
    },
    {
      title: 'A parcel marked as delivered',
      customer: [
        'The tracking says my package was delivered, but I never got it.',
        'Order 90233.',
        'I asked next door, nobody took it.',
        'Can you send me a new one?',
        'Great, thanks for your help.',
      ],
    },
    {
      title: 'A stolen card',
      customer: [
        'My wallet was stolen, I need to block my card.',
        'The last four digits are 7734.',
        'I noticed it this morning on the bus.',
        'Yes, please send me a new card.',
        'When will the new card arrive?',
      ],
    },
    {
      title: 'Slow internet in the evening',
      customer: [
        'The internet is really slow every evening.',
        'The speed test says 12 megabits.',
        'Do you have a faster plan?',
        'How much is that per month?',
        'Okay, I will take it.',
      ],
    },
    {
      title: 'A new SIM card',
      customer: [
        'I got a new SIM card, how do I activate it?',
        'The number on the card is 8949 0200 1122 3344.',
        'I switched the phone off and on again.',
        'It shows four bars now.',
        'Can I keep my old number?',
      ],
    },
    {
      title: 'A subscription that is hardly used',
      customer: [
        'How can I cancel my subscription? I hardly use it.',
        'My project is over.',
        'Pausing it does not help me.',
        'What happens to my files?',
        'All right, then please cancel it.',
      ],
    },
    {
      title: 'A trip that cannot happen',
      customer: [
        'I have to cancel my flight to Lisbon, I am ill.',
        'The booking reference is K4T9ZA.',
        'Is there a fee for that?',
        'Fine, cancel it then.',
        'When do I get the money back?',
      ],
    },
    {
      title: 'A forgotten password',
      customer: [
        'I forgot my password and the reset email never comes.',
        'The address is sam.ortiz@example.org.',
        'Nothing in the spam folder either.',
        'Yes, send it again please.',
        'Got it, I am in. Thanks!',
      ],
    },
    {
      title: 'A bag that did not come',
      customer: [
        'I landed an hour ago and my bag is not on the belt.',
        'The bag tag says 0081 552 190.',
        'It is a small red backpack.',
        'Do you pay for things I have to buy now?',
        'Okay, I will wait for your call.',
      ],
    },
    {
      title: 'An extra item on the bill, and a stray question',
      customer: [
        'There is an item on my phone bill that I never ordered.',
        'The number ends in 3092.',
        'No, I was at home all month.',
        'Who won the football match yesterday?',
        'So will I get that money back?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A lost bag at the airport',
      customer: [
        'I have been waiting two hours at the airport and my bag is still not here.',
        'Yes, I filed a report at the desk.',
        'The reference is LHRBA55210.',
        'When will somebody call me?',
        'Okay, thanks.',
      ],
    },
    {
      title: 'A game that does not load',
      customer: [
        'My console will not download the new game, it stops at 20 percent every time.',
        'It shows error CE-34878-0.',
        'I have tried that already, same result.',
        'Is there a problem with your servers today?',
        'It finally works! Cheers.',
      ],
    },
    {
      title: 'A wrong item in the box',
      customer: [
        'Ordered a kettle from you and got a toaster. How does that even happen?',
        'The order number is 204-5518823.',
        'I do not want to send it back at my own cost.',
        'So what happens now?',
        'Alright, thank you for sorting it out.',
      ],
    },
    {
      title: 'No signal in the neighborhood',
      customer: [
        'No signal at all in my area since last night, what is going on?',
        'I am in Leeds, LS6.',
        'Just calls and texts, the wifi is fine.',
        'How long will it take?',
        'Thanks for the update.',
      ],
    },
    {
      title: 'A train without seats',
      customer: [
        'Another morning standing on the 7:42 because you only sent four coaches. Shameful.',
        'From Reading to London.',
        'Every single day this week.',
        'Can I get a refund for my ticket?',
        'Fine, I will fill in the form.',
      ],
    },
    {
      title: 'A driver who never came',
      customer: [
        'My driver canceled after 25 minutes and you still charged me a fee.',
        'I wrote to you in the app, nobody replied.',
        'Where do I find the trip?',
        'I sent you the details in a private message.',
        'I got the refund, thank you.',
      ],
    },
    {
      title: 'Praise for a shop',
      customer: [
        'Just wanted to say that the staff at your store in Bristol were lovely today.',
        'It was a young man called Tom.',
        'Please pass it on to him.',
        'Do you have the blue mugs online as well?',
        'Brilliant, thanks.',
      ],
    },
    {
      title: 'Music stops',
      customer: [
        'The music keeps stopping after every song since yesterday.',
        'An old Samsung with Android 7.',
        'I logged out and in again, no change.',
        'Should I delete the app?',
        'That fixed it, you are great.',
      ],
    },
    {
      title: 'A canceled flight',
      customer: [
        'You canceled my flight to Miami and I have been on hold for an hour.',
        'My confirmation code is GH7K2M.',
        'I need to be there tonight.',
        'Nobody is answering me!',
        'Finally got rebooked. Thanks to the agent on the phone.',
      ],
    },
    {
      title: 'Opening an account, and a stray question',
      customer: [
        'Hi, can I open an account online?',
        'I live in Ohio.',
        'What documents do I need?',
        'Who won the football match yesterday?',
        'Thanks, have a nice day.',
      ],
    },
  ],
};

/** More scripted dialogues: written before their answers were seen, and tuned on since. */
export const FRESH_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A jacket with a torn seam',
      customer: [
        'Good morning, the jacket from my last order has a torn seam and I want to return it.',
        "It's order 33871.",
        'The seam was already open when I unpacked it.',
        'Okay, I sent you the picture.',
        "I'd prefer a replacement.",
      ],
    },
    {
      title: 'A parcel with no news',
      customer: [
        'My delivery is three days late and the tracking has not moved.',
        'Order number 51906.',
        'Is it lost?',
        'Then please send it again.',
        'Fine, thanks a lot.',
      ],
    },
    {
      title: 'A refund that is awaited',
      customer: [
        'I sent a sweater back two weeks ago, where is my refund?',
        'The number of the order is 20744.',
        'No, I have not received anything yet.',
        'How many days will that take?',
        'Alright, goodbye.',
      ],
    },
    {
      title: 'Headphones that do not please',
      customer: [
        'Can I give back the headphones? I do not like how they sound.',
        '88123 is the order.',
        'They are not broken, I just do not want them anymore.',
        'Is the shipping free?',
        'Please send the label by email.',
      ],
    },
    {
      title: 'A strange payment',
      customer: [
        'Somebody used my credit card, there is a payment I did not make.',
        'On Friday, 54 dollars.',
        'I do not know this shop at all.',
        'No, I have not written to them.',
        'Please dispute it.',
      ],
    },
    {
      title: 'No connection since the storm',
      customer: [
        'We have had no internet since last night.',
        'It blinks orange.',
        'I unplugged it and plugged it in again.',
        'No, nothing loads.',
        'Can you send somebody?',
      ],
    },
    {
      title: 'A flight for another day',
      customer: [
        'I need to move my flight to next week.',
        'The reference is ZT4M8Q.',
        'Wednesday would be best.',
        'What does the change cost?',
        'OK, go ahead.',
      ],
    },
    {
      title: 'A lost wallet',
      customer: [
        'I lost my bank card yesterday.',
        'It ends in 4418.',
        'Yes, block it right away.',
        'My address is still the same.',
        'How long does the new one take?',
      ],
    },
    {
      title: 'A bill with roaming',
      customer: [
        'My phone bill is twice as much as last month.',
        'My number is 0151 2245 876.',
        'I was on holiday in Turkey.',
        'Can I get some of it back?',
        'Okay, that is all.',
      ],
    },
    {
      title: 'The account is locked, and a joke',
      customer: [
        'It says that my account is locked.',
        'lee.brown@example.com',
        'Tell me a joke about penguins.',
        'I changed the password, what now?',
        'Yes, I am in. Thank you.',
      ],
    },
    {
      title: 'A kettle that leaks',
      customer: [
        'Hi, I want to return the kettle, it leaks.',
        'Order 71255.',
        'Yes, here is a photo of the crack.',
        'A refund, please.',
        'When will I get the money?',
      ],
    },
    {
      title: 'A parcel that nobody has seen',
      customer: [
        'My parcel has not arrived.',
        'The order number is 30918.',
        'I do not have it, and it is not at the neighbors either.',
        'How long does the search take?',
        'Okay, thanks. That is all.',
      ],
    },
    {
      title: 'A return after all',
      customer: [
        'I would like to return a coat.',
        'It is order 66410.',
        'The color looks different from the picture.',
        'A replacement, please.',
        'Do I have to pay for the shipping?',
      ],
    },
    {
      title: 'A payment to a merchant abroad',
      customer: [
        'I see a charge on my card that is not mine.',
        'It was 42 dollars on Monday.',
        'No, I do not know them.',
        'Yes, go ahead.',
        'No, thank you, that was everything.',
      ],
    },
    {
      title: 'A card that was lost',
      customer: [
        'I have lost my card, please block it.',
        'The last digits are 1206.',
        'Yes, that was me.',
        'Yes, I need a new one.',
        'Yes, the address is correct.',
      ],
    },
    {
      title: 'A router with a green light',
      customer: [
        'Hello, the internet does not work.',
        'My customer number is 552817.',
        'All the lights are green.',
        'Yes, I have restarted it.',
        'It works again, great!',
      ],
    },
    {
      title: 'A subscription for too much money',
      customer: [
        'Please cancel my subscription.',
        'It got too expensive.',
        'No, I still want to cancel.',
        'Can I export my data?',
        'Thanks, bye.',
      ],
    },
    {
      title: 'A trip that is postponed',
      customer: [
        'I have to change the date of my flight.',
        'The booking reference is PL6R2D.',
        'Can it be on March 12?',
        'Yes, that is fine.',
        'I will pay by credit card.',
      ],
    },
    {
      title: 'A suitcase that stayed behind',
      customer: [
        'My luggage is missing.',
        'The tag says 0074 331 908.',
        'It is a black suitcase with a red strap.',
        'To my home, please.',
        'Will you pay for clothes in the meantime?',
      ],
    },
    {
      title: 'A new SIM card, and a stray remark',
      customer: [
        'I need to activate my new SIM card.',
        'The SIM number is 8931 4400 2211 9087.',
        'Yesterday a whale swam through my kitchen.',
        'I restarted the phone.',
        'It works now, thank you.',
      ],
    },
    {
      title: 'A blender with a broken lid',
      customer: [
        'Hey, the blender you sent me came with a broken lid and I want to return it.',
        'It is order number 81930.',
        'The lid was cracked when I opened the box.',
        'I have uploaded the photo.',
        'I would rather have a new one.',
      ],
    },
    {
      title: 'A gift that has not come',
      customer: [
        'Where is my order? It was a birthday gift and it is late.',
        '45512 is my order number.',
        'Nobody at home has got it and I asked the neighbors too.',
        'When will you write to me?',
        'Alright, thank you.',
      ],
    },
    {
      title: 'Trousers for a refund',
      customer: [
        'I want to send back a pair of trousers.',
        'My order number is 12087.',
        'They are too tight.',
        'My money back, please.',
        'How long will the refund take?',
      ],
    },
    {
      title: 'A charge from a shop that nobody knows',
      customer: [
        'My bank statement shows a payment that I never made.',
        '120 dollars on the third of May.',
        'I have never bought anything there.',
        'Yes please.',
        'How long does the dispute take?',
      ],
    },
    {
      title: 'A card left in a taxi',
      customer: [
        'I left my credit card in a taxi. Can you block it?',
        'It ends in 9082.',
        'Yes, I made that payment.',
        'Yes, send me a new card please.',
        'That is still my address.',
      ],
    },
    {
      title: 'No internet before a meeting',
      customer: [
        'My internet is gone and I have a meeting in an hour.',
        'There is a red light on the router.',
        'I have just restarted it.',
        'No, still no connection.',
        'Yes, tomorrow morning works for me.',
      ],
    },
    {
      title: 'The end of a subscription',
      customer: [
        'I would like to end my subscription.',
        'I do not use it anymore.',
        'No thank you, I just want to cancel.',
        'Are my files gone then?',
        'Good. That is all, goodbye.',
      ],
    },
    {
      title: 'An earlier flight',
      customer: [
        'Can I take an earlier flight?',
        'My reference is BN8W4K.',
        'On June 3, please.',
        'That is too expensive. Is there another day?',
        'Okay, book that one.',
      ],
    },
    {
      title: 'An account that stays locked',
      customer: [
        'I am locked out of my account.',
        'It says too many attempts.',
        'The email is nina.park@example.com.',
        'Yes, I can log in again.',
        'No, that was it. Thanks!',
      ],
    },
    {
      title: 'A lost backpack, and a stray question',
      customer: [
        'My backpack did not show up at the baggage claim.',
        'The number on the tag is 0512 774 209.',
        'What is the capital of Peru?',
        'It is a green backpack with a yellow logo.',
        'Please bring it to my hotel.',
      ],
    },
  ],
  tickets: [
    {
      title: 'A delivery at the wrong house',
      customer: [
        'Your courier left my parcel with a stranger two streets away. Unbelievable.',
        'The tracking number is 1Z884120.',
        'I already called and was on hold for 40 minutes.',
        'Can I get a refund?',
        'OK, sent you a message with the details.',
      ],
    },
    {
      title: 'A console that freezes',
      customer: [
        'My Xbox keeps freezing since the update, please help.',
        'It is the Xbox One S.',
        'Yes, I did a hard reset.',
        'It happens in every game.',
        'Where can I check for updates?',
      ],
    },
    {
      title: 'A train that is late',
      customer: [
        'Why is the 8:15 to Brighton late again?',
        'I am at East Croydon.',
        'How late will it be?',
        'This happens every day, it is a joke.',
        'Thanks for answering.',
      ],
    },
    {
      title: 'An address to change',
      customer: [
        'How do I change the delivery address of my order?',
        'It has not been shipped yet.',
        'I cannot find that option in the app.',
        'Could you do it for me?',
        'Perfect, many thanks.',
      ],
    },
    {
      title: 'A subscription charged after the end',
      customer: [
        'I canceled my subscription last month and you charged me again!',
        'I have the confirmation email here.',
        'Do you need my account number?',
        'I sent it in a DM.',
        'Any news?',
      ],
    },
    {
      title: 'A seat beside a child',
      customer: [
        'My seat is ten rows away from my five-year-old, can you fix that?',
        'The booking is XK93LM.',
        'We fly tomorrow morning.',
        'Nobody picks up the phone.',
        'Sorted at the counter, thank you!',
      ],
    },
    {
      title: 'A store without stock',
      customer: [
        'Do you have the size 9 boots in your Manchester store?',
        'The black ones.',
        'Can I reserve a pair?',
        'What time do you close today?',
        'Cheers!',
      ],
    },
    {
      title: 'A phone that does not charge',
      customer: [
        'My iPhone will not charge anymore.',
        'An iPhone 8, iOS 11.1.',
        'I tried two other cables.',
        'There is no Apple store near me.',
        'What will it cost?',
      ],
    },
    {
      title: 'A good word for a driver',
      customer: [
        'Had the nicest driver ever this morning, thank you!',
        'His name is Ahmed, in a white Prius.',
        'Can I tip him later?',
        'I cannot see that trip in my app.',
        'Found it, thanks!',
      ],
    },
    {
      title: 'Slow internet, and a joke',
      customer: [
        'Paying for 100 Mbps and getting 5. Great job.',
        'I restarted the router like you said.',
        'Tell me a joke about penguins.',
        'My postcode is M4 1HQ.',
        'So when does the engineer come?',
      ],
    },
    {
      title: 'A parcel at the depot',
      customer: [
        'My parcel has been stuck at your depot for five days. What is going on?',
        'The order number is 114-2281930.',
        'I have sent you a DM.',
        'Nobody has answered yet.',
        'Okay, thanks for your help.',
      ],
    },
    {
      title: 'An app that crashes',
      customer: [
        'Your app crashes every time I open it.',
        'iPhone 7, iOS 11.0.3.',
        'I already deleted it and installed it again.',
        'Still crashing.',
        'It works now, thanks!',
      ],
    },
    {
      title: 'A late flight',
      customer: [
        'Flight delayed four hours and no information. Terrible service!',
        'It is flight 2071 to Seattle.',
        'Will I get a voucher?',
        'I do not want to wait on the phone again.',
        'Thank you.',
      ],
    },
    {
      title: 'A bill that is too high',
      customer: [
        'Why did my bill go up 20 dollars this month?',
        'I never agreed to that.',
        'Can you look at my account?',
        'I sent the account number in a message.',
        'Great, thank you so much.',
      ],
    },
    {
      title: 'Praise for an agent',
      customer: [
        'Shout out to Dana at your call center, she solved everything in five minutes!',
        'She was so patient with me.',
        'Please tell her boss.',
        'You guys rock!',
        'Have a nice weekend.',
      ],
    },
    {
      title: 'A ride that was too expensive',
      customer: [
        'I was charged 45 dollars for a ride of ten minutes.',
        'It was on Saturday night.',
        'My email is kim.novak@example.com.',
        'How long does a refund take?',
        'I have received it, thanks.',
      ],
    },
    {
      title: 'No network',
      customer: [
        'I have had no service on my phone since this morning.',
        'I am in zip code 30309.',
        'Yes, I turned it off and on again.',
        'Is there an outage?',
        'The signal is back, thank you.',
      ],
    },
    {
      title: 'Food that was cold',
      customer: [
        'The food arrived cold and an hour late. Disgusting.',
        'The order was from last night.',
        'I want a refund.',
        'Where do I send the receipt?',
        'I sent it.',
      ],
    },
    {
      title: 'A show that is gone',
      customer: [
        'Why was my favorite show removed?',
        'In Germany.',
        'When will it come back?',
        'That is sad, I watched it every evening.',
        'OK, thanks anyway.',
      ],
    },
    {
      title: 'A locked account, and a stray remark',
      customer: [
        'I cannot get into my account, please help.',
        'I have tried to reset the password three times.',
        'A whale swam through my kitchen.',
        'It says that my email is not known.',
        'How can I talk to a person?',
      ],
    },
    {
      title: 'A missed connection',
      customer: [
        'Missed my connection because your first flight left late. Now what?',
        'Flight 618 from Dallas, then on to Tampa.',
        'I sent you my confirmation number in a DM.',
        'How long until somebody answers?',
        'Got a seat for tonight, thanks.',
      ],
    },
    {
      title: 'A seat that does not recline',
      customer: [
        'Paid extra for a seat and the screen in front of it is dead. Awful.',
        'Seat 14C on the flight to Phoenix this morning.',
        'Can I get my money back for the seat?',
        'Okay, where do I send that?',
        'Done. Thank you.',
      ],
    },
    {
      title: 'A phone that gets hot',
      customer: [
        'My iPhone gets really hot since I updated it.',
        'iPhone 6s with iOS 11.1.',
        'I have restarted it twice already.',
        'It still gets hot, even when I do nothing.',
        'Okay, I will try that. Thanks.',
      ],
    },
    {
      title: 'Calls that drop',
      customer: [
        'Every call drops after a minute, this is getting old.',
        'I live in Tucson, 85719.',
        'It started about a week ago.',
        'Yes, I have already reset my network settings.',
        'Calls are fine again, thank you!',
      ],
    },
    {
      title: 'A program that will not install',
      customer: [
        'The update will not install on my laptop, it fails at 80 percent.',
        'It says error 0x80070422.',
        'Windows 10 Home.',
        'That did not help.',
        'It finally worked, thank you so much!',
      ],
    },
    {
      title: 'A playlist that disappeared',
      customer: [
        'All of my playlists are gone. Please help!',
        'My username is marco_88.',
        'I logged out and back in, nothing changed.',
        'Both on my phone and on my computer.',
        'They are back! You are the best.',
      ],
    },
    {
      title: 'A parcel left in the rain',
      customer: [
        'Your driver left my package in the rain, everything is soaked.',
        'The order number is 702-4419023.',
        'I want a replacement.',
        'I have sent you the details in a DM.',
        'Thank you for the quick reply.',
      ],
    },
    {
      title: 'A delivery that is always tomorrow',
      customer: [
        'Third day in a row that my delivery is "tomorrow". Where is it?',
        'The tracking number is 9400 1118 9922.',
        'No, it has not been updated since Friday.',
        'I want to talk to somebody.',
        'Okay, I will call them.',
      ],
    },
    {
      title: 'A dinner that never came',
      customer: [
        'My dinner never came but you charged me for it.',
        'I ordered at seven last night.',
        'My email is tess.lang@example.com.',
        'When do I get my money back?',
        'I see the refund now, thanks.',
      ],
    },
    {
      title: 'Praise for a crew, and a stray remark',
      customer: [
        'Your crew on flight 330 today was wonderful, thank you!',
        'They even found a toy for my son.',
        'A giraffe is dancing on my roof.',
        'Will you tell them?',
        'Thanks, see you next time!',
      ],
    },
  ],
};

/** Scripted dialogues that were set aside for one change of the simulator and read at its end. */
export const LAST_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A chair with a loose leg',
      customer: [
        'Good evening, I need to return a chair.',
        'Order number 39071.',
        'One leg is loose and it wobbles.',
        'The photo is attached.',
        'I want my money back.',
      ],
    },
    {
      title: 'A parcel for a holiday',
      customer: [
        'My package should have arrived two days ago.',
        'It is order 62884.',
        'I did not get anything.',
        'My neighbors have not seen it.',
        'Okay, then I will wait.',
      ],
    },
    {
      title: 'A dress that is too big',
      customer: [
        'I ordered a dress and it is too big. Can I return it?',
        'The number is 74420.',
        'As I said, it does not fit.',
        'I would like an exchange.',
        'Is the return free?',
      ],
    },
    {
      title: 'A payment at night',
      customer: [
        'There is a transaction on my card that I did not make.',
        'It was 65 euros on Sunday night.',
        'No, I do not recognize the merchant.',
        'No, I have not contacted them.',
        'Yes, please start the dispute.',
      ],
    },
    {
      title: 'A purse that was stolen',
      customer: [
        'Somebody stole my purse with my bank card in it.',
        'The last four digits are 5521.',
        'No, I did not make that payment.',
        'Yes, I need a new card.',
        'No, I have moved.',
      ],
    },
    {
      title: 'Internet that comes and goes',
      customer: [
        'The internet at my place has stopped working.',
        'My customer number is 118342.',
        'The light is red.',
        'I turned the router off and on.',
        'It still does not work.',
      ],
    },
    {
      title: 'A trial that is over',
      customer: [
        'I want to cancel my plan.',
        'I found another provider.',
        'No, a pause does not help me.',
        'Do I have to pay for this month?',
        'Okay, thanks. Bye.',
      ],
    },
    {
      title: 'A flight on another day',
      customer: [
        'I need to change my flight.',
        'Booking reference WX5T1R.',
        'I want to fly on July 9.',
        'How much does it cost?',
        'Okay, please change it.',
      ],
    },
    {
      title: 'A reset that does not arrive',
      customer: [
        'I forgot my password.',
        'My email address is omar.haddad@example.com.',
        'I have not received anything.',
        'It is not in spam.',
        'It works now, thanks.',
      ],
    },
    {
      title: 'A bill with a surprise, and a stray question',
      customer: [
        'My phone bill is much too high.',
        'My number ends in 6610.',
        'Do you like pizza?',
        'I was abroad last month.',
        'Can I avoid that next time?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A flight that was canceled at night',
      customer: [
        'My flight home was canceled and I am stuck in Atlanta.',
        'It is flight 1190.',
        'There is nobody at the desk.',
        'Will you pay for a hotel?',
        'They found me a room, thank you.',
      ],
    },
    {
      title: 'A bag that is broken',
      customer: [
        'My suitcase came back with a broken wheel.',
        'The bag tag is 4417 20.',
        'I sent you a DM with photos.',
        'When will I get an answer?',
        'Okay, thanks.',
      ],
    },
    {
      title: 'A phone without sound',
      customer: [
        'There is no sound on my phone since the update.',
        'It is an iPhone 8.',
        'Yes, I checked the settings.',
        'Restarting did not help.',
        'Thanks, I will go to the store.',
      ],
    },
    {
      title: 'Slow data',
      customer: [
        'My data is so slow today. What is wrong?',
        'I am in Denver.',
        'It is slow everywhere, not just at home.',
        'I tried that already.',
        'It is better now, thanks.',
      ],
    },
    {
      title: 'A login that fails',
      customer: [
        'I cannot sign in to my account.',
        'I get an error that says wrong password.',
        'I reset it twice.',
        'My email is lena.voss@example.com.',
        'I am in now. Thank you!',
      ],
    },
    {
      title: 'A game that freezes',
      customer: [
        'The game freezes every time I start it.',
        'I play on the PS4.',
        'I reinstalled it yesterday.',
        'Is it a known problem?',
        'Okay, I will wait for the patch.',
      ],
    },
    {
      title: 'A parcel at the wrong address',
      customer: [
        'You delivered my parcel to the wrong address!',
        'The order number is 301-5582910.',
        'I sent the details in a DM.',
        'No one has replied.',
        'I got it now. Thanks.',
      ],
    },
    {
      title: 'A driver who was rude',
      customer: [
        'The delivery driver was very rude to me.',
        'It was this morning at about ten.',
        'I do not have the number.',
        'Who can I complain to?',
        'Thank you for your help.',
      ],
    },
    {
      title: 'An order that is incomplete',
      customer: [
        'Half of my order is missing.',
        'Two pizzas and a salad.',
        'I ordered it through the app.',
        'I want a refund.',
        'Thanks for fixing it.',
      ],
    },
    {
      title: 'Thanks to a shop, and a stray remark',
      customer: [
        'Great service at your store today, thank you!',
        'It was the one in Chicago.',
        'The moon is made of soup.',
        'Are you open on Sunday?',
        'Great, thanks.',
      ],
    },
  ],
};

/** Ten dialogues that were set aside for the next change and read at its end. */
export const NEWEST_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A jacket that nobody sells',
      customer: [
        'I want to send back a zeppelin jacket.',
        'The order number is 20418.',
        'It is the wrong color.',
        'I would like a refund.',
        'No, that is all. Thanks.',
      ],
    },
    {
      title: 'A card that was lost on a train, and a move',
      customer: [
        'I lost my bank card on the train.',
        'The last four digits are 7703.',
        'No, I did not make that payment.',
        'No, I live somewhere else now.',
        'Thank you, goodbye.',
      ],
    },
    {
      title: 'A parcel to an old address',
      customer: [
        'Where is my order? It is a week late.',
        'Order number 58823.',
        'No, that is my old address.',
        'Please send it again.',
        'Thanks for your help.',
      ],
    },
    {
      title: 'A plan with more data',
      customer: [
        'I need a plan with more data.',
        'My number ends in 0192.',
        'What does it cost?',
        'No, that is too expensive.',
        'Then leave it as it is.',
      ],
    },
    {
      title: 'A piano in the luggage',
      customer: [
        'My luggage was not on the belt.',
        'The tag says 5512 093.',
        'It is a black cello case with a red ribbon.',
        'Please bring it to my home.',
        'When will it arrive?',
      ],
    },
    {
      title: 'A kettle that leaks',
      customer: [
        'Hello, my new kettle leaks and I want to send it back.',
        'Order 51907.',
        'Yes, I can send you a photo.',
        'A refund to my card, please.',
        'That is everything, thank you.',
      ],
    },
    {
      title: 'A parcel that says delivered',
      customer: [
        'The tracking says delivered, but I have no parcel.',
        'The order is 80264.',
        'I was at home all day and nobody rang.',
        'I asked next door, they have nothing.',
        'Can you send it again?',
      ],
    },
    {
      title: 'Two payments for one dinner',
      customer: [
        'I was charged twice for the same dinner.',
        'The card ends in 3317.',
        '54 euros, on Friday evening.',
        'Yes, I know the restaurant, but I only ate there once.',
        'How long will that take?',
      ],
    },
    {
      title: 'Slow internet in the evening',
      customer: [
        'Every evening my internet gets very slow.',
        'My customer number is 905518.',
        'All lights are green.',
        'I did restart it, that changed nothing.',
        'Could a technician come on Thursday?',
      ],
    },
    {
      title: 'A flight that has to move',
      customer: [
        'Can I move my flight to a later day?',
        'The booking code is QM8L2D.',
        'Friday the 14th would be good.',
        'That is a lot of money. Is there anything cheaper?',
        'Alright, please book that one.',
      ],
    },
  ],
  tickets: [
    {
      title: 'A cold meal in a restaurant',
      customer: [
        'The soup at your restaurant in Dallas was cold and the waiter was rude.',
        'It was last night at eight.',
        'I told the manager, and he shrugged.',
        'Can I get my money back?',
        'Okay, thank you.',
      ],
    },
    {
      title: 'A console that does not start',
      customer: [
        'My Xbox turns itself off after a minute.',
        'It is an Xbox One S.',
        'I unplugged it for ten minutes, no change.',
        'Is there a repair service?',
        'I will try that, thanks.',
      ],
    },
    {
      title: 'An order with a missing item',
      customer: [
        'Half of my groceries were missing from the delivery today.',
        'It is order 8841.',
        'I already sent a DM.',
        'Nobody has answered.',
        'Got the refund, thanks!',
      ],
    },
    {
      title: 'A train without heating',
      customer: [
        'There is no heating on the 7:15 to London again.',
        'Coach C.',
        'It has been like this all week.',
        'Who can I complain to?',
        'Thanks for the link.',
      ],
    },
    {
      title: 'A bill that was paid twice',
      customer: [
        'You took my internet payment twice this month.',
        'The second one was on Tuesday.',
        'My account number is 771203.',
        'How long does a refund take?',
        'Great, thank you.',
      ],
    },
    {
      title: 'A battery that is empty by noon',
      customer: [
        'Since the last update my battery is empty by noon.',
        'It is an iPhone 7 Plus.',
        '11.0.3',
        'I have already restarted it and closed all apps.',
        'Okay, I will send you a message. Thanks.',
      ],
    },
    {
      title: 'A refund that does not come',
      customer: [
        'I returned my shoes three weeks ago and still have no refund.',
        'The order number is 205-1189437.',
        'I called twice already and they told me to wait.',
        'How much longer will it take?',
        'Fine, thank you.',
      ],
    },
    {
      title: 'Praise for a driver',
      customer: [
        'Your driver Paolo was the nicest person I met today!',
        'He waited while I looked for my keys.',
        'Can you pass that on?',
        'Thank you!',
        'Bye, and keep it up.',
      ],
    },
    {
      title: 'A stream that stops',
      customer: [
        'The video stops every two minutes. I pay for this!',
        'On my TV and on my tablet.',
        'My internet is fine, I checked.',
        'Is this a problem on your side?',
        'It runs again now, thanks.',
      ],
    },
    {
      title: 'Three hours on the runway',
      customer: [
        'We have been sitting on the runway for three hours. Nobody tells us anything.',
        'Flight 452 to Boston.',
        'I will miss my connection.',
        'Can you rebook me?',
        'They did it at the gate. Thanks anyway.',
      ],
    },
  ],
};

/** Dialogues that were held out from earlier rules, and read before the present ones were written. */
export const HELD_OUT_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A sweater in the wrong size',
      customer: [
        'I need to return a sweater, it is too small.',
        'My order number is 60417.',
        'It does not fit, I need a bigger one.',
        'Could I get my money back instead?',
        'No, nothing else. Bye.',
      ],
    },
    {
      title: 'A package stuck on the road',
      customer: [
        'My order was due on Thursday and has not come.',
        'Order number 33908.',
        'No, nobody here has seen it.',
        'When will I hear from you?',
        'Alright, thanks a lot.',
      ],
    },
    {
      title: 'A card payment abroad',
      customer: [
        'Somebody used my card in another country.',
        'It was 120 euros on Sunday.',
        'No, I do not know that shop.',
        'Yes, go ahead please.',
        'Thank you, that is all.',
      ],
    },
    {
      title: 'A forgotten password',
      customer: [
        'I forgot my password and cannot get in.',
        'The email is sara.lind@example.com.',
        'The link never came.',
        'Ah, it was in the spam folder.',
        'Yes, I am in. Thanks!',
      ],
    },
    {
      title: 'A slow line in the study',
      customer: [
        'My wifi is very slow today.',
        'The customer number is 440192.',
        'The speed test says 3 megabits.',
        'I already restarted the router.',
        'Thursday morning, please.',
      ],
    },
    {
      title: 'A blender that makes a noise',
      customer: [
        'Hi, my blender makes a terrible noise and I want my money back.',
        'It is order 73155.',
        'Since the first day, it is broken.',
        'Yes, I put a picture in the form.',
        'Great, that is all for today.',
      ],
    },
    {
      title: 'A parcel that came to the office',
      customer: [
        'My package was supposed to arrive yesterday. Where is it?',
        '38826.',
        'Yes, that is my address.',
        'Hm, can you check with the courier?',
        'Okay, then I will wait. Bye.',
      ],
    },
    {
      title: 'A seat on an earlier flight',
      customer: [
        'I need to take an earlier flight.',
        'My booking is HT93KP.',
        'The one in the morning on Saturday.',
        'How much is that?',
        'Good, change it please.',
      ],
    },
    {
      title: 'A bill that doubled',
      customer: [
        'Why is my phone bill twice as high this month?',
        'My number ends in 4471.',
        'I was in Norway for a week.',
        'Nobody told me that. Can you take it off?',
        'Thank you very much.',
      ],
    },
    {
      title: 'A membership that nobody uses',
      customer: [
        'Please end my subscription.',
        'The email is jo.field@example.com.',
        'I never use it.',
        'No, I do not want to pause it.',
        'Will I get a confirmation?',
      ],
    },
    {
      title: 'A kettle that is returned',
      customer: [
        'I want to send back a kettle.',
        'The order is 58120.',
        'It leaks, there is water everywhere.',
        'A new one, please.',
        'No, that was all, thanks.',
      ],
    },
    {
      title: 'A parcel with the wrong street',
      customer: [
        'Where is my parcel? It should have come on Monday.',
        'My order number is 47719.',
        'I was at home all day.',
        'No, the neighbors do not have it.',
        'Good, I will wait until Friday.',
      ],
    },
    {
      title: 'Three payments that nobody made',
      customer: [
        'There are payments on my card that I did not make.',
        'The last four digits are 8802.',
        'Three payments of 45 euros.',
        'No, I was at home.',
        'Will I get a new card?',
      ],
    },
    {
      title: 'A router with a red light',
      customer: [
        'My internet has been down since last night.',
        'My customer number is 551208.',
        'There is a red light on it.',
        'Yes, I restarted it twice.',
        'Now it is working again, thanks.',
      ],
    },
    {
      title: 'A suitcase with a broken wheel',
      customer: [
        'My suitcase did not arrive in Lisbon.',
        'The tag number is 0220-4471.',
        'It is a small green one.',
        'I am at the Hotel Central.',
        'When will it be here?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A phone that will not turn on',
      customer: [
        'My phone does not turn on anymore since I installed the update.',
        'It is an iPhone 6.',
        'Yes, I tried to charge it all night.',
        'Do I have to go to a store?',
        'Okay, I will do that, thank you.',
      ],
    },
    {
      title: 'A wrong pizza',
      customer: [
        'I ordered a veggie pizza and got one with ham. I am so angry.',
        'I ordered it in the app an hour ago.',
        'The number on the receipt is 4417.',
        'I would like my money back.',
        'Thanks for sorting this out.',
      ],
    },
    {
      title: 'A missing refund for a canceled train',
      customer: [
        'You canceled my train on Monday and I am still waiting for the refund.',
        'I wrote to you twice and got no answer.',
        'The booking is TR55K1.',
        'How long does it usually take?',
        'OK, I sent you a private message.',
      ],
    },
    {
      title: 'A kind clerk',
      customer: [
        'I have to say that your staff at the Leeds store are fantastic.',
        'A lady called Joan helped me for half an hour.',
        'Will she get to hear about it?',
        'That is lovely, thank you.',
        'Have a good day!',
      ],
    },
    {
      title: 'No channel on the box',
      customer: [
        'None of my channels work since this morning.',
        'I unplugged the box for ten minutes, no change.',
        'I live in Denver.',
        'Is there an outage in my area?',
        'The picture is back, thanks.',
      ],
    },
    {
      title: 'A laptop screen that flickers',
      customer: [
        'The screen of my laptop flickers since Friday.',
        'It is a Surface Pro 4.',
        'I installed all updates.',
        'Is it covered by the warranty?',
        'Okay, I will ask in the store. Thanks!',
      ],
    },
    {
      title: 'A suitcase that stayed behind',
      customer: [
        'Landed in Chicago without my suitcase. Great job.',
        'I was on flight 1187 from Denver.',
        'I filed a report at the counter.',
        'When do I get it back?',
        'They just called, it is here. Thanks!',
      ],
    },
    {
      title: 'A charge after a free trial',
      customer: [
        'I canceled the trial and you still charged me 9.99.',
        'I canceled it two weeks ago.',
        'Yes, I have the email that says so.',
        'Please give me my money back.',
        'Thank you, I just sent you my email address.',
      ],
    },
    {
      title: 'A voucher that does not work',
      customer: [
        'The voucher code does not work in the app.',
        'It says the code is invalid.',
        'I tried it on the website too.',
        'Can you send me a new one?',
        'It worked now, thank you!',
      ],
    },
    {
      title: 'A friendly crew',
      customer: [
        'Best flight in years, the crew on the way to Oslo was wonderful.',
        'Flight 802 this morning.',
        'They even found a toy for my son.',
        'Please tell them thank you from us.',
        'See you next time!',
      ],
    },
    {
      title: 'A charger that gets hot',
      customer: [
        'My new charger gets really hot after ten minutes.',
        'It is for a Pixel 2.',
        'I bought it in your store in May.',
        'Should I stop using it?',
        'OK, I will bring it back. Thanks.',
      ],
    },
    {
      title: 'A driver who waited',
      customer: [
        'Just wanted to say the driver this morning was great.',
        'He waited for me in the rain.',
        'His name is Omar, I think.',
        'Please pass on my thanks.',
        'Thank you, bye!',
      ],
    },
    {
      title: 'An order that is late',
      customer: [
        'My order was due yesterday and the tracking has not changed.',
        'The order number is 90-4412.',
        'I sent you a DM an hour ago.',
        'When will someone read it?',
        'It just arrived, thank you!',
      ],
    },
    {
      title: 'A password mail that never comes',
      customer: [
        'I cannot log in, and the reset email never comes.',
        'I checked my spam folder.',
        'I use a Gmail address.',
        'Still nothing after an hour.',
        'Now it came. Thanks for the help!',
      ],
    },
    {
      title: 'A seat that was changed',
      customer: [
        'Why did you move us from row 12 to row 30?',
        'We paid for those seats.',
        'The booking is KL9P2Q.',
        'Can we get our money back for them?',
        'Thanks, I just sent you a message.',
      ],
    },
  ],
};

/** Ten dialogues about tickets that were written before a change of the simulator and read when it was nearly finished. */
export const MORE_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [],
  tickets: [
    {
      title: 'A speaker without wifi',
      customer: [
        'My new speaker does not connect to the wifi.',
        'It is an Echo Dot.',
        'I restarted the router, no change.',
        'How do I reset it?',
        'It works now, thank you!',
      ],
    },
    {
      title: 'A parcel in the rain',
      customer: [
        'Your courier left my parcel in the rain and everything is soaked.',
        'It was delivered around noon today.',
        'The order number is 117-2203.',
        'I want a refund.',
        'OK, I sent you a message with the details.',
      ],
    },
    {
      title: 'A canceled train',
      customer: [
        'Train canceled again, and nobody at the station knows anything.',
        'The 17:20 from Bristol to Cardiff.',
        'Is there a bus instead?',
        'Can I claim for this?',
        'Thanks for the quick reply.',
      ],
    },
    {
      title: 'A lost phone that was found',
      customer: [
        'Shout out to the lady at your Glasgow store who found my lost phone!',
        'I think her name is Ellie.',
        'It was on Saturday afternoon.',
        'Will you pass it on?',
        'Thanks, have a great week!',
      ],
    },
    {
      title: 'Subtitles out of sync',
      customer: [
        'The subtitles in your app have been out of sync for a week.',
        'It happens with every show.',
        'I watch on a Roku.',
        'I already reinstalled the app.',
        'Okay, let me know when it is fixed.',
      ],
    },
    {
      title: 'A gift card that was used',
      customer: [
        'The gift card I bought says it was already used. How is that possible?',
        'I bought it online yesterday.',
        'I emailed you and never heard back.',
        'What do you need from me?',
        'Done, just sent it.',
      ],
    },
    {
      title: 'No data on the phone',
      customer: [
        'I have had no data on my phone since this morning.',
        'I am in Tampa, Florida.',
        'I turned it off and on again.',
        'When will it be back?',
        'It is working again. Cheers!',
      ],
    },
    {
      title: 'A missed connection',
      customer: [
        'Missed my connection in Dallas because of your delay and now I am stuck overnight.',
        'The flight was 2215 from Austin.',
        'Do you pay for the hotel?',
        'I am in the line at the desk.',
        'They booked me on a new one, thanks.',
      ],
    },
    {
      title: 'Almond croissants',
      customer: [
        'Do you still sell the almond croissants?',
        'The store in York.',
        'When do they come back?',
        'Can I order them online?',
        'Great, thank you.',
      ],
    },
    {
      title: 'A stolen account',
      customer: [
        'Somebody hacked my account and changed the email address.',
        'I got an email about it last night.',
        'My old address is jo.miller@example.com.',
        'I filled in the form two days ago and nobody answered.',
        'Thank you for your help.',
      ],
    },
  ],
};

/** Ten dialogues that each take another course: all at once, a change of mind, a question back, two problems, anger. */
export const VARIED_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'Everything in the first sentence',
      customer: [
        'Order 51877 arrived with a broken handle, I want a replacement.',
        'Here is the picture.',
        'A replacement, as I said.',
        'How long will it take?',
        'Perfect, bye.',
      ],
    },
    {
      title: 'A customer who finds the parcel meanwhile',
      customer: [
        'Where is my package?',
        'It is order 20761.',
        'Wait, my son just told me that he took it in.',
        'Sorry for the trouble.',
        'No, that is all. Have a nice day!',
      ],
    },
    {
      title: 'A question before the number',
      customer: [
        'My card is gone, I think I left it in a shop.',
        'Can somebody use it now?',
        'The last digits are 4471.',
        'Please block it at once.',
        'Does a new card cost anything?',
      ],
    },
    {
      title: 'Two problems, one after the other',
      customer: [
        'I cannot get into my account.',
        'My email is lena.berg@example.org.',
        'It works now, thanks.',
        'By the way, my internet has been slow since Monday.',
        'The lights are all green.',
      ],
    },
    {
      title: 'A customer who wants a person',
      customer: [
        'My suitcase is missing and nobody helps me.',
        'I already told all this to your colleague.',
        'Can I speak to a real person?',
        'The tag is 0117 330 926.',
        'Then send it to my home address.',
      ],
    },
  ],
  tickets: [
    {
      title: 'Anger that grows',
      customer: [
        'Two weeks and my order is still not here.',
        'Your colleague told me the same last week.',
        'You keep saying that. Nothing ever happens!',
        'I want to speak to a manager.',
        'Fine. I am canceling everything.',
      ],
    },
    {
      title: 'Praise that turns into a problem',
      customer: [
        'Love the new update, well done!',
        'One thing though: the search no longer works.',
        'On my tablet, it is fine on the phone.',
        'How can I go back to the old version?',
        'OK, I will try that.',
      ],
    },
    {
      title: 'A problem that solves itself',
      customer: [
        'Is your website down? I cannot check in.',
        'The page stays blank.',
        'I tried Chrome and Safari.',
        'Oh, it just loaded.',
        'No, all good now.',
      ],
    },
    {
      title: 'A customer who asks why it is private',
      customer: [
        'My bill went up by 20 dollars without any notice.',
        'Why do I have to send that in a private message?',
        'I do not want to share my account number here.',
        'OK, sent.',
        'Did you get it?',
      ],
    },
    {
      title: 'A wish for a feature, and sarcasm',
      customer: [
        'Please bring back the dark theme.',
        'Nice, so you removed it for no reason.',
        'When is it coming back?',
        'Is there a place where I can vote for it?',
        'Thanks anyway.',
      ],
    },
  ],
};
