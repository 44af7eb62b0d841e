import { once } from '../../domain/once.ts';
import { readableText, spokenPart } from '../moves/mask.ts';
import { ENGLISH_WORDS, OTHER_LANGUAGES, tokeniseIn } from '../text/language.ts';
import { type Token, tokenise } from '../text/tokenise.ts';
import { editDistance } from '../vocabulary/spelling.ts';

export interface TopicWord {
  readonly stem: string;
  /** The word as it appears in names: "iOS", "flight". */
  readonly written: string;
  /** The spelling of the word: in lower case, with a capital inside a sentence, or where a capital proves nothing. */
  readonly writing: 'plain' | 'name' | 'unknown';
  /** True where only a thing can stand: after an article or preposition, and not before another topic word. */
  readonly isThing: boolean;
}

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

const SAID_ANYWHERE = new Set(
  split(`
  hi hai hello hey dear sir madam mam ma'am good morning afternoon evening night bye goodbye cheers regards welcome happy
  thank thanks thankyou thx ty please pls plz sorry apologies apologize appreciate okay ok yes yeah yep yup nope nah sure
  great awesome amazing nice cool perfect excellent wonderful lovely love loved loving loves best better fine glad excited
  enjoy fun favorite favourite beautiful kind kindness friendly bless
  bad worst worse horrible terrible awful ridiculous pathetic disgusting disappointed disappointing disappointment
  unacceptable poor rude angry annoyed annoying frustrating frustrated furious upset sad hate stupid joke disgrace shame
  useless rubbish crap crappy shit shitty fuck fucking fucked fuckin wtf damn hell ass bitch suck sucks lol lmao omg smh
  haha wow ugh idk tbh imo btw jeez bruh yall y'all gonna wanna gotta ain't aint dont don't doesnt doesn't didnt didn't
  cant can't wont won't isnt isn't wasnt wasn't havent haven't couldnt couldn't im i'm ive i've id i'd ill i'll youre
  you're thats that's theres there's whats what's lets let's hes he's shes she's they're theyre it's its u r ur n em
  help helped helping helps assist assistance support supporting issue issues problem problems trouble question questions
  answer answers reply replied replying respond response solution solve solved fix fixed fixing resolve resolved matter
  concern inquiry
  want wants wanted need needs needed needing get gets getting got gotten give gives giving gave given take takes taking
  took taken make makes making made know knows knew known tell tells telling told say says saying said ask asks asking
  asked think thinks thinking thought see sees seeing saw seen look looks looking looked find finds finding found go goes
  going went gone come comes coming came let lets keep keeps keeping kept put puts try tries trying tried use uses using
  used feel feels feeling felt seem seems seemed happen happens happening happened start starts started starting stop
  stops stopped wait waits waiting waited like likes liked hope hoping wish guess believe understand mean means meant
  show shows showing showed talk talking talked speak speaking spoke hear heard call calls calling called contact
  contacted contacting message messages messaged dm dms pm send sends sending sent follow following twitter tweet tweets
  tweeted chat chatting check checked checking work works working worked done doing does do did leave leaves left live
  thing things something anything nothing everything someone anyone everyone nobody people person guy guys man men woman
  women lady kid kids friend friends family mom dad wife husband son daughter brother sister way ways kind lot lots bit
  stuff part point reason case fact idea example end side place home house name names number numbers
  time times day days week weeks month months year years hour hours hr hrs minute minutes min mins second seconds today
  tomorrow yesterday tonight morning date dates monday tuesday wednesday thursday friday saturday sunday january february
  march april may june july august september october november december mon tue wed thu fri sat sun soon later ago
  already still yet again always never ever every each once twice first last next previous long short late early recent
  recently currently now then back away
  new old big small little real really actually literally seriously honestly definitely absolutely completely totally
  probably maybe perhaps possible able unable available sure right wrong true whole full half different same another
  other others else many much more most less least few several some any all both none one two three four five six seven
  eight nine ten hundred thousand once very so too just only even also well pretty quite almost enough far near please
  via per etc ie eg since because though although however until while during before after above below under over
  company companies business customer customers client clients service services team staff employee employees agent
  agents rep reps representative manager experience info information detail details link page http https www com
  anyway somehow otherwise instead either neither without within around along across toward against
  having down lost bought paying wearing through latest add added adding broke hey ones sounds
  able allow allowed become began begin bring brought buy care change changed choose continue deal expect explain
  figure forget forgot hold includes involved learn lose matter meet move open pay play prefer provide reach read receive
  received remember require run set sound stay suppose supposed turn wonder wondering worry write wrote
  recommend suggest suggestion option options interested interesting specific particular certain certainly additional
  anyways alright gotcha correct exactly due upcoming ahead important mistake inconvenience cause
  caused causing exception immediately confirm confirmed confirming dude oh um uh hmm ah aww yay yo sup
  你好 您好 大家好 早上好 晚上好 再见 拜拜 谢谢 感谢 多谢 非常 麻烦 请问 请在 帮忙 帮助 不好意思 抱歉 对不起 没关系 不客气 不用 好的 好吧 好啊
  好呀 好了 太好 太好了 嗯嗯 哈哈 可以 也可以 不错 很好 挺好 满意 喜欢 真的 真是 当然 可惜 遗憾 算了 那就 那么 那个 那里 这个 这些 这里 这么 这样 这下
  什么 什么时候 怎么 怎样 多少 多少钱 多久 几个 几点 哪个 哪些 哪里 哪儿 是否 是啥 为什么 我的 你的 您的 他的 她的 它的 我们 你们 他们 我想 我要 我也
  我还 我再 我去 我想去 我知道 我还是 你有 想去 想要 想在 还想 需要 打算 希望 告诉 告知 知道 不知道 了解 清楚 收到 觉得 感觉 听说 听起来 看看 看一下
  一下 一个 一些 一家 一点 一起 一定 有点 没有 没去 都有 要有 都是 也是 不是 就是 是在 就在 还是 还有 还真 已经 现在 刚才 最近 以后 之后 然后 最后 如果
  因为 所以 但是 不过 而且 并且 或者 另外 其他 其它 别的 所有 的话 比较 特别 顺便 本来 应该 正好 可能 能够 问题 推荐 建议 介绍 查询 安排 选择 提供 找个
  地方 时间 朋友 今天 明天 昨天 名叫 分别 具体 部分 一样 起来 出来 过来 下来 进去 出去 就去 相信 听到 觉得 发现 使用 进行 联系 客服 工作人员
  `),
);

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const isGrammar = (word: string): boolean =>
  word.length < (UNSPACED.test(word) ? 2 : 3) ||
  word.includes("'") ||
  ENGLISH_WORDS.has(word) ||
  SAID_ANYWHERE.has(word);

function tokensOf(text: string): readonly Token[] {
  const { tokens } = tokenise(text);
  return UNSPACED.test(text)
    ? tokens.flatMap((token) => (token.kind === 'word' ? tokeniseIn('und', token.text) : token))
    : tokens;
}

/** Articles, possessives and prepositions. Not "to" and "that", because verbs follow them, too. */
const BEFORE_THINGS = new Set(
  split(
    'a an the my our your his her its their this these those no any some of for with about from at on in by',
  ),
);

const otherGrammar = once(() => new Set([...OTHER_LANGUAGES.values()].flatMap((words) => [...words])));

export function stemOf(word: string): string {
  let stem = word;
  if (/(?:ch|sh|x|ss)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^aeiou]ies$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/[^iosu']s$/.test(stem) && stem.length > 3) stem = stem.slice(0, -1);
  if (stem.length > 9 && stem.endsWith('ation')) stem = stem.slice(0, -5);
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 4 && stem.endsWith('ed') && !/[aeiou]ed$/.test(stem)) stem = stem.slice(0, -2);
  if (stem.length > 4 && /[ey]$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.at(-1) === stem.at(-2)) stem = stem.slice(0, -1);
  return stem;
}

/** Synonyms in support texts, without which short texts share too few words. A row begins with its general word. */
const KINDRED: readonly string[] = [
  'delivery deliver delivered parcel package packages shipping shipped shipment courier tracking dispatch dispatched warehouse postage undelivered redelivery carrier doorstep porch',
  'refund refunded refunds reimburse reimbursement moneyback money',
  'bill billing billed invoice charge charged charges overcharged fee fees payment payments paid statement deducted subscription autopay',
  'bank banking checking savings deposit withdrawal atm debit credit card cards transfer loan mortgage branch fraud funds',
  'account password login logged signin username locked hacked verification verify authentication email suspended deactivated reset pin hacker',
  'flight flights plane airline airlines airport boarding gate pilot cabin crew attendant attendants runway takeoff landing layover standby aircraft seat seats upgrade miles jet fly flying flew',
  'luggage baggage bag bags suitcase carousel checked carry-on',
  'train trains railway rail platform station carriage coach conductor commute commuter departing ticket timetable',
  'cab taxi ride rides driver drivers pickup fare trip surge passenger',
  'bus buses route stop depot',
  'hotel room rooms hostel guesthouse night nights checkin checkout lodging stay reservation housekeeping booking apartment rental landlord lease tenant',
  'restaurant table dinner lunch cuisine menu food eat meal dine waiter dish vegetarian chef',
  'burger fries pizza sandwich burrito taco chicken cheese sauce drink soda coffee toppings takeaway takeout hungry fast-food salad bowl dessert rice beans tortilla guac queso',
  'store stores shop shops shelf shelves aisle checkout cashier till supermarket grocery groceries stock stocked restock product products pack packaging label labelled',
  'phone iphone android handset smartphone mobile tablet ipad device devices screen charger battery keyboard camera headphones laptop computer watch button speaker',
  'update updated updates upgrade ios software firmware version install installed app apps download bug bugs glitch glitches glitchy crash crashes crashing freeze freezes lag laggy windows browser patch',
  'internet wifi wi-fi broadband router modem connection connect outage fiber speed speeds mbps ethernet network signal coverage lte data reception bandwidth technician dsl',
  'cable channel channels tv television box remote dvr',
  'sim prepaid roaming minutes texting plan plans carrier port porting unlock contract',
  'game games gaming console controller xbox ps4 playstation multiplayer dlc player players lobby server servers disc trophy gamertag preorder pre-order',
  'music song songs playlist playlists album albums artist podcast streaming stream listen listening shuffle',
  'movie movies film episode episodes season seasons series watch watching subtitles show shows theater cinema',
  'doctor appointment hospital clinic medicine prescription patient symptoms dentist nurse medical pharmacy',
  'insurance policy premium claim claims coverage insured deductible',
  'car vehicle dealer engine garage mechanic tire tires brakes parking',
  'return returns exchange replacement faulty defective broken damaged warranty repair repaired',
  'coupon discount voucher promo promotion code codes deal sale offer offers rewards points loyalty giftcard',
  'job application resume interview hiring hire career',
  'weather temperature forecast rain sunny humidity wind',
  'school university course class student teacher exam tuition',
];

const rowsByStem = once((): ReadonlyMap<string, readonly number[]> => {
  const rows = new Map<string, number[]>();
  for (const [row, words] of KINDRED.entries())
    for (const stem of new Set(words.split(' ').map(stemOf)))
      rows.set(stem, [...(rows.get(stem) ?? []), row]);
  return rows;
});

const heads = once(() => KINDRED.map((words) => stemOf(words.split(' ', 1)[0])));

/** Returns true if a word is the general word for another, as "luggage" for "suitcase": the first in its row. */
export const isGeneralWord = (stem: string, other: string): boolean =>
  stem !== other && kindredOf(other).some((row) => heads()[row] === stem);

export const kindredOf = (stem: string): readonly number[] => rowsByStem().get(stem) ?? [];

export const KINDRED_ROWS = KINDRED.length;

const MOST_DIFFERENT = 0.3;
/** The least number of letters. Shorter words differ in more by one letter: "card" and "car". */
const LEAST_LETTERS = 6;

/** Returns true for one stem, one word inside the other ("iPhone"), two spellings ("boorito"), or two forms ("fly"). */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((stem) => stem.replace(/s$/, ''));
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (a === b || (short.length > 3 && long.includes(short))) return true;
  const rows = kindredOf(one);
  if (one.slice(0, 2) === other.slice(0, 2) && kindredOf(other).some((row) => rows.includes(row)))
    return true;
  return short.length >= LEAST_LETTERS && editDistance(a, b) <= MOST_DIFFERENT * long.length;
}

/** Returns the words of a text in runs of neighbors. A grammar word, a mark or a number ends a run. */
export function topicRuns(text: string, isForeign = false): TopicWord[][] {
  const read = readableText(text);
  const { start, end } = spokenPart(read);
  const runs: TopicWord[][] = [[]];
  const spoken = read.slice(start, end);
  const shouted = !/\p{Ll}/u.test(spoken);
  let opens = true;
  let isBeforeThing = false;
  const endRun = (): void => {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (!run || !last) return;
    run[run.length - 1] = { ...last, isThing: isBeforeThing };
    runs.push([]);
  };
  for (const { kind, text: written } of tokensOf(spoken)) {
    const word = written.toLowerCase();
    if (kind === 'word' && !isGrammar(word) && !(isForeign && otherGrammar().has(word)))
      runs.at(-1)?.push({
        stem: stemOf(word),
        written: nameForm(written),
        writing: writingOf(written, opens || shouted),
        isThing: false,
      });
    else {
      endRun();
      // "my new phone": any word may stand between.
      if (BEFORE_THINGS.has(word)) isBeforeThing = true;
      else if (kind !== 'word' || ENGLISH_WORDS.has(word)) isBeforeThing = false;
    }
    opens = kind === 'question-mark' || (kind === 'mark' && /[.!:\n]/.test(written));
  }
  endRun();
  return runs.filter((run) => run.length > 0);
}

/** Words that join two others in a name: "terms of service", "trick or treat", "cartão de crédito". */
const JOINING = new Set(split('of or and for to in on with by from at de do da du des del di della von van'));

export interface NeighboringWords {
  readonly first: string;
  readonly joint: string;
  readonly second: string;
}

/** Returns the pairs of neighboring topic words in a text, as stems. A mark or any other word separates them. */
export function neighboringWords(text: string): NeighboringWords[] {
  const pairs: NeighboringWords[] = [];
  let first = '';
  let joint = '';
  for (const { kind, text: written } of tokensOf(text)) {
    const word = written.toLowerCase();
    if (kind === 'word' && !isGrammar(word)) {
      const second = stemOf(word);
      if (first !== '' && first !== second) pairs.push({ first, joint, second });
      [first, joint] = [second, ''];
    } else if (kind === 'word' && joint === '' && JOINING.has(word)) joint = word;
    else [first, joint] = ['', ''];
  }
  return pairs;
}

/** Returns the part of a text for an encoder: no accounts, links or signature. */
export function spokenWords(text: string): string {
  const read = readableText(text);
  const { start, end } = spokenPart(read);
  return read
    .slice(start, end)
    .replaceAll(/https?:\/\/\S+|@\w+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function writingOf(word: string, saysNothing: boolean): TopicWord['writing'] {
  if (/^\p{Ll}/u.test(word)) return 'plain';
  return saysNothing || !/^\p{Lu}\p{Ll}/u.test(word) ? 'unknown' : 'name';
}

const nameForm = (word: string): string =>
  /^\p{Ll}+\p{Lu}/u.test(word) || /^\p{Lu}{2,3}$/u.test(word) ? word : word.toLowerCase();

export function accountsOf(text: string): string[] {
  return Array.from(text.matchAll(/@([A-Za-z]\w{2,40})/g), ([, name]) => name);
}

export const partsOfAccount = (account: string): string[] =>
  account
    .split(/_|(?<=[a-z])(?=[A-Z])/)
    .map((part) => part.toLowerCase())
    .filter((part) => part.length > 2);
