import '../ui/layout.css';
import './page-policy.ts';
import './registered.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connection, queryClient } from '../client/api.ts';
import { linkPage } from '../client/connect.ts';
import { applyTheme } from '../ui/hooks/preferences.ts';
import { App } from './app.tsx';
import '../ui/theme.css';
import '../ui/base.css';

applyTheme();
connection.open(linkPage);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
