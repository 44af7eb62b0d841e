import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PictureTheme } from '#shared/algorithms/layout/picture/look.ts';
import { READABLE_POINTS } from '#shared/algorithms/layout/picture/svg.ts';
import { MOST_TOLD } from '#shared/algorithms/layout/shown/states-about.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { MOST_TITLE, type StoryStep } from '#shared/contract/stories.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { pictureLabelPoints, pictureToSvg } from '../../graph/picture-svg.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { isDark } from '../../ui/hooks/preferences.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu } from '../../ui/overlays/menu.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { EmptyState, ErrorNotice, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { useAnnotationsOf } from '../annotate/index.ts';
import { BrandDialog, saveFile, useBrand } from '../export/index.ts';
import { useToldOverlays } from '../map/index.ts';
import { stateQueries, withNames } from '../states/index.ts';
import { Presentation } from './presentation.tsx';
import { openPresenterWindow } from './presenter-window.tsx';
import { SlideImage } from './slide.tsx';
import { type Slide, storyHtml } from './story-html.ts';
import { PPTX_TYPE, storyPptx } from './story-pptx.ts';
import { reducedStep, slideParts, type ToldStep } from './story-step.ts';
import { usePresets } from './use-presets.ts';
import { storyQueries, useStoryChange } from './use-story-change.ts';
import './story.css';

export function StoryPanel({ graph, project }: { readonly graph: AutomatonGraph; readonly project: string }) {
  const { data: stories, error } = useQuery(storyQueries.list);
  const steps = useMemo(() => stories?.[0]?.steps ?? [], [stories]);
  const theme: PictureTheme = isDark() ? 'dark' : 'light';
  const graphs = useGraphs(steps, graph);
  const annotations = useAnnotationsOf([...graphs.values()].map(({ summary }) => summary));
  const overlays = useToldOverlays(
    steps.map(({ automaton, figures }) => ({
      automaton: (graphs.get(automaton) ?? graph).summary,
      figures,
    })),
  );
  const told = useMemo(
    () =>
      steps.map((step, at): ToldStep => {
        const drawn = graphs.get(step.automaton) ?? graph;
        return {
          step,
          graph: drawn,
          annotations: annotations.get(drawn.summary.id)?.drawn ?? [],
          overlay: overlays[at] ?? null,
        };
      }),
    [steps, graphs, graph, annotations, overlays],
  );
  const [withWords, setWithWords] = useState(false);
  const brand = useBrand();
  const how = useMemo(() => ({ theme, words: withWords, brand }), [theme, withWords, brand]);
  const slides = useMemo(
    () =>
      told.map((one): Slide & { readonly points: number } => {
        const parts = slideParts(one, how);
        const { title, note } = one.step;
        return { title, note, svg: pictureToSvg(parts), points: pictureLabelPoints(parts) };
      }),
    [told, how],
  );
  const [withNotes, setWithNotes] = useState(false);
  const save = useStoryChange();
  const presets = usePresets(graph);
  const addMenu = (
    <DropMenu
      label="Add a slide"
      buttonLabel="Add a slide"
      entries={presets.entries}
      disabled={presets.pending}
    />
  );
  const powerPoint = useMutation({
    mutationFn: async () => {
      const file = await storyPptx(project, slides, withNotes, how);
      saveFile(`${project} story.pptx`, new Blob([file], { type: PPTX_TYPE }));
    },
  });
  const change = (id: string, part: Partial<StoryStep>): void =>
    save.mutate((now) => now.map((step) => (step.id === id ? { ...step, ...part } : step)));
  const move = (id: string, by: 1 | -1): void =>
    save.mutate((now) => {
      const at = now.findIndex((step) => step.id === id);
      const moved = now.filter((step) => step.id !== id);
      return at === -1
        ? now
        : [...moved.slice(0, at + by), ...now.slice(at, at + 1), ...moved.slice(at + by)];
    });

  if (error) return <FailedState error={error} />;
  if (!stories) return <LoadingState label="Loading the story…" />;
  if (steps.length === 0)
    return (
      <EmptyState
        title="No slides yet"
        action={
          <div className="row-2">
            {addMenu}
            <Button onClick={() => showMode(EXPLORE)}>Go to Explore</Button>
          </div>
        }
      >
        Start with a ready-made slide. Or choose <strong>Add slide</strong> on a finding in Explore, or{' '}
        <strong>Add to the story</strong> in the Picture menu of the graph.
      </EmptyState>
    );
  return (
    <section className="story stack shrink-down tall" aria-label="Story">
      <div className="row-2 story-head wrap pad-2-3 line-below at-end">
        <span className="quiet">{formatAmount(steps.length, 'slide')}</span>
        <div className="row-2 wrap at-end">
          <Choice label="Include notes" checked={withNotes} onChange={setWithNotes} />
          {told.some(({ annotations: all }) => all.some(({ quoted }) => quoted)) && (
            <Choice
              label="Include quotes"
              title="Quotes from dialogues, with personal data masked"
              checked={withWords}
              onChange={setWithWords}
            />
          )}
          <Button title="Your own colors and font" onClick={() => openDialog(BrandDialog, {})}>
            Brand…
          </Button>
          <Button
            title={`One page that opens in any browser. It leaves out paths of fewer than ${LEAST_SHARED} dialogues. Print it to get a PDF with one slide per page.`}
            onClick={() =>
              saveFile(
                `${project} story.html`,
                new Blob([storyHtml(project, slides, withNotes, brand)], { type: 'text/html' }),
              )
            }
          >
            Save as HTML
          </Button>
          <Button
            title={`Slides made of editable shapes. They leave out paths of fewer than ${LEAST_SHARED} dialogues. Your notes become speaker notes.`}
            does={powerPoint}
          >
            Save as PowerPoint
          </Button>
        </div>
        <div className="row-2">
          {addMenu}
          <Button
            title="Show the slides here and open a second window with your notes, the next slide and a clock"
            onClick={() => {
              const beside = openPresenterWindow();
              if (!beside) tell('The second window was blocked. Press N while you present to see the notes.');
              openDialog(Presentation, { slides, beside });
            }}
          >
            Present in two windows
          </Button>
          <Button kind="primary" onClick={() => openDialog(Presentation, { slides })}>
            Start the presentation
          </Button>
        </div>
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
      {powerPoint.isError && <ErrorNotice error={powerPoint.error} />}
      <ol className="story-steps gap-3 pad-3 grid scrolls">
        {steps.map((step, at) => (
          <li key={step.id} aria-label={`Slide ${at + 1}: ${step.title}`}>
            <SlideImage svg={slides[at]?.svg ?? ''} alt="" />
            <div className="stack-2 story-words">
              <div className="row-2">
                <input
                  className="input"
                  aria-label={`Title of slide ${at + 1}`}
                  defaultValue={step.title}
                  maxLength={MOST_TITLE}
                  onBlur={({ target }) => {
                    if (target.value.trim() !== step.title) change(step.id, { title: target.value.trim() });
                  }}
                />
                <IconButton
                  icon="chevron-up"
                  label={`Move slide ${at + 1} up`}
                  disabled={at === 0}
                  onClick={() => move(step.id, -1)}
                />
                <IconButton
                  icon="chevron-down"
                  label={`Move slide ${at + 1} down`}
                  disabled={at === steps.length - 1}
                  onClick={() => move(step.id, 1)}
                />
                <IconButton
                  icon="trash"
                  label={`Remove slide ${at + 1}`}
                  onClick={() => save.mutate((now) => now.filter(({ id }) => id !== step.id))}
                />
              </div>
              <textarea
                className="input"
                aria-label={`What to say on slide ${at + 1}`}
                placeholder="What to say"
                rows={3}
                maxLength={2000}
                defaultValue={step.note}
                onBlur={({ target }) => {
                  if (target.value !== step.note) change(step.id, { note: target.value });
                }}
              />
              {step.states === null && (slides[at]?.points ?? READABLE_POINTS) < READABLE_POINTS && (
                <div className="row-2 quiet small">
                  <span>
                    The labels are only {Math.round(slides[at]?.points ?? 0)} points in size, too small to
                    read in a room.
                  </span>
                  <Button small onClick={() => change(step.id, reducedStep(step, told[at]?.graph ?? graph))}>
                    Show at most {MOST_TOLD} states
                  </Button>
                </div>
              )}
              {step.automaton !== graph.summary.id && !graphs.has(step.automaton) && (
                <p className="quiet small">
                  The slide's automaton was deleted. The slide shows the current automaton with the same
                  filter.
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useGraphs(steps: readonly StoryStep[], shown: AutomatonGraph): ReadonlyMap<number, AutomatonGraph> {
  const others = useMemo(
    () => [...new Set(steps.map(({ automaton }) => automaton))].filter((id) => id !== shown.summary.id),
    [steps, shown],
  );
  const loaded = useQueries({
    queries: others.map((id) => projectQueries.graph(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const named = useQueries({
    queries: others.map((id) => stateQueries.names(id)),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  const counts = useQueries({
    queries: others.map((id) => stateQueries.phases(id)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const told = loaded.map((graph) => {
      const at = others.indexOf(graph.summary.id);
      return withNames(graph, named[at] ?? [], counts[at]);
    });
    return new Map([shown, ...told].map((graph) => [graph.summary.id, graph]));
  }, [shown, loaded, named, counts, others]);
}
