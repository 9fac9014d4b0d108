import '../design/design.ts';
import './gallery.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../parts/toasts.tsx';
import { type Session, sessionQuery } from '../session/session.ts';
import { Gallery } from './gallery.tsx';

const place = document.getElementById('parts');
if (place === null) throw new Error('the page has no place for the parts');
// There is no service: what is asked for is here already, and stays.
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
queries.setQueryData(sessionQuery.queryKey, { role: 'owner', restriction: null } as Session);
queries.setQueryData(
  ['views', 'shipments'],
  [
    {
      id: '1',
      name: 'COD in transit',
      query: 'status=in_transit',
      is_shared: true,
      is_own: true,
      owner: { name: 'Asha' },
    },
  ],
);
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Gallery />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
