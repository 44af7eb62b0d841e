import { countLines, NOTHING_REPEATED, type RepeatedLines } from '#shared/algorithms/cleaning/repeated.ts';
import { cleanBy, createCleaner } from '#shared/algorithms/cleaning/rules.ts';
import {
  type CleaningInput,
  type CleaningPreview,
  cleaningContract,
  cleaningInputSchema,
} from '#shared/contract/cleaning.ts';
import { CLEANING_RULES, type CleaningRule } from '#shared/domain/import-formats.ts';
import { authorSettings, commitEdit } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { Breather } from '../../jobs/breather.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import {
  type Cleaning,
  countCleaned,
  originalsAfter,
  type RulesInForce,
  readCleaning,
  textWriter,
  writeCleaning,
} from '../../store/corpus/original-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { bumpVersion } from '../../store/file/meta-table.ts';

const UTTERANCES_PER_CHUNK = 300;

/** Reads all original texts, in parts, so that other work can run in between. */
async function* eachOriginal(database: ReadDatabase, signal: AbortSignal) {
  const breather = new Breather(signal);
  for (let after = 0; ; ) {
    const rows = originalsAfter(database, after, UTTERANCES_PER_CHUNK);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
    if (breather.due) await breather.pause();
  }
}

async function findRepeated(database: ReadDatabase, signal: AbortSignal): Promise<RepeatedLines> {
  const lines = countLines();
  for await (const rows of eachOriginal(database, signal))
    for (const { dialogue, role, text } of rows) lines.add(dialogue, role, text);
  return lines.repeated();
}

/** The task is stored first, so that it can continue after a crash. */
async function runCleaning(project: Project, { rules: given }: CleaningInput, context: JobContext) {
  const { database } = project;
  const started = performance.now();
  const rules = CLEANING_RULES.filter((rule) => given.includes(rule));
  const repeated = rules.includes('repeated')
    ? await findRepeated(database, context.signal)
    : NOTHING_REPEATED;
  const was = readCleaning(database);
  // After an interrupted cleaning, undo returns to the state before the interrupted one.
  const before = was === null ? [] : was.done ? was.rules : was.before;
  const cleaning = { rules, repeated: [...repeated], before, at: new Date().toISOString() };
  const note = (done: boolean): void =>
    database.transaction(() => {
      writeCleaning(database, { ...cleaning, done });
      tellChanged(database);
    })();
  note(false);
  const clean = createCleaner(rules, repeated);
  const write = textWriter(database);
  let utterances = 0;
  for await (const rows of eachOriginal(database, context.signal)) {
    database.transaction(() => {
      for (const row of rows) write(row.id, row.text, clean(row));
    })();
    utterances += rows.length;
    context.report({ phase: 'cleaning', done: utterances, total: null, unit: 'messages' });
  }
  database.transaction(() => {
    note(true);
    noteEdit(project, was, cleaning);
  })();
  return {
    rules,
    utterances,
    changed: countCleaned(database),
    seconds: (performance.now() - started) / 1000,
  };
}

const CLEAN_WORDS = 'clean-words';

/** Records the finished cleaning as an edit, so that it can be undone. */
function noteEdit(project: Project, was: Cleaning | null, { rules, repeated }: RulesInForce): void {
  // After an interruption, nobody knows which lines were repeated before.
  const before = was?.done
    ? { rules: was.rules, repeated: was.repeated }
    : { rules: (was?.before ?? []).filter((rule) => rule !== 'repeated'), repeated: [] };
  const after = { rules, repeated };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const author = project.app.use(authorSettings).read().name;
  const words = rules.length === 0 ? 'Remove the cleaning' : `Clean the text: ${rules.join(', ')}`;
  commitEdit({ project, author, reason: '' }, CLEAN_WORDS, words, [{ table: 'cleaning', before, after }]);
}

function tellChanged(database: WriteDatabase): void {
  for (const version of ['corpus_version', 'words_version'] as const) bumpVersion(database, version);
}

const cleaningJob: JobKind<Project, CleaningInput> = {
  kind: 'cleaning',
  params: cleaningInputSchema,
  topics: ['project', 'corpus'],
  run: runCleaning,
};

const SAMPLE_CHARACTERS = 600;

/** Returns what each rule would change, with sample messages from different dialogues, spread over the corpus. */
async function previewCleaning(
  database: ReadDatabase,
  { rules: chosen, samples }: { readonly rules: readonly CleaningRule[]; readonly samples: number },
  signal: AbortSignal,
): Promise<CleaningPreview> {
  const repeated = await findRepeated(database, signal);
  const rules = CLEANING_RULES.map((rule) => ({
    ...{ rule, utterances: 0, characters: 0 },
    samples: [] as CleaningPreview['rules'][number]['samples'],
  }));
  let utterances = 0;
  let changed = 0;
  for await (const rows of eachOriginal(database, signal)) {
    for (const row of rows) {
      utterances++;
      let text = row.text;
      for (const found of rules) {
        const after = cleanBy(found.rule, { ...row, text }, repeated);
        if (after === text) continue;
        found.characters += text.length - after.length;
        if (found.samples.length < samples && isPower(found.utterances))
          found.samples.push({
            dialogue: row.dialogue,
            role: row.role,
            before: cut(text),
            after: cut(after),
          });
        found.utterances++;
        if (chosen.includes(found.rule)) text = after;
      }
      if (text !== row.text) changed++;
    }
  }
  return { utterances, changed, rules };
}

const cut = (text: string): string =>
  text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text;

/** True for 0 and for powers of two. */
const isPower = (count: number): boolean => (count & (count - 1)) === 0;

export const feature = defineFeature({
  contract: cleaningContract,
  methods: {
    state: ({ project: { database } }) => {
      const cleaning = readCleaning(database);
      return {
        rules: cleaning?.rules ?? [],
        before: cleaning?.before ?? null,
        at: cleaning?.at ?? null,
        done: cleaning?.done ?? true,
        changed: countCleaned(database),
      };
    },
    preview: ({ input, project, signal }) => previewCleaning(project.database, input, signal),
    apply: ({ input, project }) => ({
      job: project.jobs.start(
        cleaningJob,
        input.rules.length === 0 ? 'Removing the cleaning' : 'Cleaning the text',
        input,
      ),
    }),
  },
  jobs: [cleaningJob],
  edits: {
    [CLEAN_WORDS]: { topics: ['project', 'corpus', 'automata'], changesTags: 'never', isApart: true },
  },
});
