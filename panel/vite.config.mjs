import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that `npx vite panel` shows: its answers come from there, and the page from here, renewed on each change. */
const SERVICE = process.env.DAKIYA ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    // These know light-dark(), which the two themes are written in.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // What several pages share comes in one file: small ones are compressed one by one, which made the first load 2 kB more.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /panel\/src\/(?:(?:api|session|words)\/|parts\/[^/]+$)/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/custom', '/labels', '/logos'].map((path) => [path, SERVICE])) },
});
