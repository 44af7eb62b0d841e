import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';
import { openSettings, settingsSections } from '../settings/index.ts';
import { ModelSettings } from './model-settings.tsx';

export const modelsCommands = defineCommands(
  'models',
  { group: 'Help' },
  {
    settings: { title: 'Set up models…' },
  },
);

export { type AskedModel, KeyField, ModelFields, useOfferedModels } from './editor/server-fields.tsx';
export { isReady, providerQueries } from './queries.ts';

export const feature: Feature = {
  order: 20,
  commands: [modelsCommands],
  does: [{ command: modelsCommands.settings, run: () => openSettings('models') }],
  fills: [
    settingsSections.fill({
      order: 3,
      id: 'models',
      title: 'Models',
      settings: [
        {
          title: 'Servers',
          words:
            'provider language model API key privacy agree consent mask personal data price OpenAI Ollama',
          component: ModelSettings,
        },
      ],
    }),
  ],
};
