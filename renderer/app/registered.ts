import * as features from '../features/features.ts';
import { createAddress } from '../project/address.ts';
import { editCommands, searchCommands } from '../project/commands.ts';
import { registerFeatures } from '../project/feature.ts';
import { enterMode } from '../project/mode.ts';
import { enterView, forgetPurged } from '../project/view.ts';

const address = createAddress();

registerFeatures([
  {
    order: 0,
    commands: [editCommands, searchCommands],
    onOpen: (project) =>
      address.enter(project, () => {
        enterMode(project);
        enterView(project);
      }),
    onPurge: () => address.forget(forgetPurged),
  },
  ...Object.values(features),
]);
