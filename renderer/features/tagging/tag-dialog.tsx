import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { z } from 'zod';
import { type LocalEncoder, localEncoderSchema } from '#shared/contract/base.ts';
import { type MovesSummary, type TaggerName, taggingResultSchema } from '#shared/contract/tagging.ts';
import { type TeachingResult, teachingResultSchema } from '#shared/contract/teaching.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { showRun } from '../../project/view.ts';
import { Choice, Choices, SelectField } from '../../ui/inputs/field.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { Notice, Unanswered, Warnings } from '../../ui/state/notice.tsx';
import { comparisonQueries } from '../columns/index.ts';
import { StartedJobDialog, useStartedJob } from '../jobs/index.ts';
import { LearnDialog } from '../learn/index.ts';
import { ModelTaggingDialog } from '../model-tagging/index.ts';

export function TaughtNotice({
  result: { answers, seconds, accuracy },
}: {
  readonly result: TeachingResult;
}) {
  return (
    <Notice kind="done">
      Learned from {formatAmount(answers, 'answer')} in {formatSeconds(seconds)}.
      {accuracy.mean !== null && (
        <>
          {' '}
          The tagger was tested on answers it had not seen. It was right {formatShare(accuracy.mean)} of the
          time ({formatShare(accuracy.low)} to {formatShare(accuracy.high)}).
        </>
      )}
    </Notice>
  );
}

export function TagDialog() {
  const taggers = useQuery(
    question('taggers', client.tagging.taggers, undefined, about('corpus', 'tags', 'runs')),
  );
  const [chosen, setChosen] = useState<TaggerName | null>(null);
  const [encoder, setEncoder] = useState<LocalEncoder | null>(null);
  const tagging = useStartedJob(
    z.union([teachingResultSchema, taggingResultSchema]),
    (tagger: Exclude<TaggerName, 'model'>) =>
      tagger === 'taught' ? client.teaching.run({}) : client.tagging.run({ tagger, encoder }),
  );
  const tagger = chosen ?? usualTagger(taggers.data ?? []);
  return (
    <StartedJobDialog
      of={tagging}
      title="Tag dialogues"
      input={tagger === 'model' ? null : tagger}
      submit={tagger === 'model' ? 'Set up…' : 'Tag'}
      instead={tagger === 'model' ? () => openDialog(ModelTaggingDialog, {}) : undefined}
      change="Choose again"
      show={{
        label: 'Learn…',
        act: ({ run }) => {
          showRun(run);
          openDialog(LearnDialog, {});
        },
      }}
      lead={!taggers.isSuccess && <Unanswered of={taggers} />}
      fields={
        taggers.data && (
          <div className="stack-4">
            <p>
              A tag is a short label for what a speaker says or does. The automaton is learned from tags. Tags
              that people set or removed stay as they are.
            </p>
            <Choices legend="Tagger">
              {taggers.data.map((option) => (
                <div key={option.name} className="tagger">
                  <Choice
                    type="radio"
                    name="tagger"
                    label={option.title}
                    hint={
                      option.unavailable === null
                        ? option.description
                        : `${option.description} Not available: ${option.unavailable}`
                    }
                    disabled={option.unavailable !== null}
                    checked={tagger === option.name}
                    onChange={() => setChosen(option.name)}
                  />
                  {option.name === 'moves' && tagger === 'moves' && (
                    <EncoderField encoder={encoder} onChange={setEncoder} />
                  )}
                </div>
              ))}
            </Choices>
          </div>
        )
      }
    >
      {(result) => (
        <>
          {'answers' in result && <TaughtNotice result={result} />}
          {'utterancesTagged' in result && (
            <Notice kind="done">
              {formatAmount(result.utterancesTagged, 'message')} tagged with{' '}
              {formatAmount(result.vocabulary, 'tag')} in {formatSeconds(result.seconds)}.
              {result.moves && <FoundMoves found={result.moves} />}
            </Notice>
          )}
          <Warnings list={result.warnings} />
        </>
      )}
    </StartedJobDialog>
  );
}

interface EncoderFieldProps {
  readonly encoder: LocalEncoder | null;
  readonly onChange: (encoder: LocalEncoder | null) => void;
}

function EncoderField({ encoder, onChange }: EncoderFieldProps) {
  const encoders = useQuery(comparisonQueries.encoders).data ?? [];
  const there = localEncoderSchema.options.flatMap((value) =>
    encoders
      .filter((one) => one.name === value && one.available)
      .map(({ title }) => ({ value, label: title })),
  );
  if (there.length === 0) return null;
  return (
    <SelectField
      label="Compare sentences with"
      hint="LSA learns from these dialogues. A sentence encoder is trained on other texts and takes a few minutes longer."
      value={encoder}
      options={[{ value: null, label: 'LSA' }, ...there]}
      onChange={onChange}
    />
  );
}

function usualTagger(
  options: readonly { readonly name: TaggerName; readonly unavailable: string | null }[],
): TaggerName | null {
  const can = options.filter(({ unavailable }) => unavailable === null).map(({ name }) => name);
  return can.find((name) => name === (can.includes('annotations') ? 'offline' : 'moves')) ?? can[0] ?? null;
}

function FoundMoves({
  found: { method, moves, otherShare, why, encoder },
}: {
  readonly found: MovesSummary;
}) {
  return (
    <dl>
      {(['user', 'system'] as const).map((role) => (
        <Fragment key={role}>
          <dt>{ROLE_NAMES[role]}</dt>
          <dd>
            {moves[role].map(({ name, share }) => `#${name} ${formatShare(share)}`).join(', ') || 'none'}
          </dd>
        </Fragment>
      ))}
      <dt>untagged</dt>
      <dd>{formatShare(otherShare)} of the turns. Teach asks about these turns first.</dd>
      <dt>method</dt>
      <dd>
        {why}
        {method !== 'support' && ` Sentences were compared using ${encoder}.`}
      </dd>
    </dl>
  );
}
