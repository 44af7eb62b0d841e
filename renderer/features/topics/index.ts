import { client } from '../../client/api.ts';
import { type Feature, hasDialogues } from '../../project/feature.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { findTopicsCommands, TOPICS, TopicsView, topicsCommands } from './topics-view.tsx';

export const feature: Feature = {
  order: 9.2,
  commands: [findTopicsCommands, topicsCommands],
  does: [
    {
      command: findTopicsCommands.find,
      when: hasDialogues,
      run: () => void client.topics.find({}).catch(tellError),
    },
  ],
  views: [{ mode: TOPICS, component: TopicsView }],
};
