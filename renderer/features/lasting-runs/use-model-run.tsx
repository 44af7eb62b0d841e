import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { isReady } from '../columns/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { ModelFields, usualModel } from './asked-model.tsx';
import { LimitFields } from './limit-fields.tsx';
import { limitsOf, START_LIMITS } from './run-limits.ts';

/**
 * Returns the form fields that all runs with one model share: the model, the limits, and whether the answers
 * come from elsewhere.
 * @param providers at least one
 */
export function useModelRun(providers: readonly Provider[], { label = 'Model' } = {}) {
  const [asked, setAsked] = useState(usualModel(providers));
  const [limits, setLimits] = useState(START_LIMITS);
  const server = providers.find(({ id }) => id === asked.provider);
  const { choice, elsewhere } = useElsewhere(server !== undefined && isReady(server));
  const model = asked.model.trim();
  const within = limitsOf(limits);
  return {
    model: { provider: asked.provider, model },
    /** The settings that such runs share; null if a field is invalid. */
    settings: model === '' || within === null ? null : { ...within, ...elsewhere },
    host: server?.name ?? asked.provider,
    modelFields: <ModelFields label={label} providers={providers} asked={asked} onChange={setAsked} />,
    limitFields: <LimitFields form={limits} onChange={setLimits} />,
    choice,
  };
}
