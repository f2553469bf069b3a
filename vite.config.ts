import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
  ],
  // One JSON.parse per catalogue is a third smaller than an object literal with an export per key.
  json: { stringify: true, namedExports: false },
  build: {
    outDir: 'dist',
    // Below these versions Lightning CSS would lower light-dark(), which leaves Mantine without colours.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
  },
});
