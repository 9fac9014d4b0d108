import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/noto-sans-devanagari/index.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './design/frame.css';
import './design/table.css';
import './design/pages.css';
import './design/desk.css';
import './design/home.css';
import './design/rates.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { Toasts } from './parts/toasts.tsx';
import { applyPreferences } from './preferences.ts';
import { router } from './router.tsx';

applyPreferences();
const place = document.getElementById('panel');
if (place === null) throw new Error('the page has no place for the panel');
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
