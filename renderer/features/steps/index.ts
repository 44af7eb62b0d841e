export { NextStep } from './next-step-page.tsx';
export { StepMenus } from './step-menus.tsx';
