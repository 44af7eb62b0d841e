import '../ui/layout.css';
import './page-policy.ts';
import './registered.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '../client/api.tsx';
import { connect } from '../client/connect.ts';
import { nativeOf } from '../client/native.ts';
import { createQueryClient } from '../client/queries.ts';
import { applyTheme } from '../ui/hooks/preferences.ts';
import { App } from './app.tsx';
import '../ui/theme.css';
import '../ui/base.css';

applyTheme();
const connection = connect();
const { client } = connection;
const api = { connection, client, native: nativeOf(client) };

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider api={api}>
        <App />
      </ApiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
