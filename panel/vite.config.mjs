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
  },
  server: { proxy: Object.fromEntries(['/custom', '/labels', '/logos'].map((path) => [path, SERVICE])) },
});
