import './design/design.ts';
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
