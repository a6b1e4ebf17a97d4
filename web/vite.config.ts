import { defineConfig } from 'vite';

// Files with hashed names and nothing inline, so that the service can forbid inline scripts and let browsers keep
// the rest for ever. scripts/web.sh says where they go.
export default defineConfig({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
});
