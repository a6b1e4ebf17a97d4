import { defineConfig, type Plugin } from 'vite';
import { languages, strings } from './src/strings';

// Strings of screens that a page by itself does not have. tests/web/strings_test.py holds that it asks for none of them.
const left_out = /^(open|example|filters|filter|store|rules|token|label|agreement|models|method)\./;

const strings_of_pages: Plugin = {
  name: 'strings-of-pages',
  load(id) {
    if (!id.endsWith('/src/strings.ts')) return null;
    const kept = Object.fromEntries(Object.entries(strings).filter(([key]) => !left_out.test(key)));
    return `export const languages = ${JSON.stringify(languages)};\nexport const strings = ${JSON.stringify(kept)};`;
  },
};

// The workbench: files with hashed names and nothing inline, so that the service can forbid inline scripts and let
// browsers keep the rest for ever. `--mode report`: one script and one style sheet, which the program lays into pages
// that need nothing but themselves. scripts/web.sh says where they go.
export default defineConfig(({ mode }) => ({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  plugins: mode === 'report' ? [strings_of_pages] : [],
  build: {
    outDir: mode === 'report' ? '../build/report' : '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: mode !== 'report',
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    ...(mode === 'report'
      ? {
          rollupOptions: {
            input: 'src/report.tsx',
            output: { format: 'iife' as const, entryFileNames: 'report.js', assetFileNames: 'report[extname]' },
          },
        }
      : {}),
  },
}));
