// The pictures of docs/workbench.md: node pictures.mjs BASE FOLDER [NAME]..., run by pictures.py, which starts what is at
// BASE.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(path.join(here, '../../web/package.json'))('playwright-core');
const [base, folder, ...only] = process.argv.slice(2);

const filters = JSON.stringify({
  undo: 0.95,
  filter: [
    { kind: 'elements', on: true, remove: ['nav', 'forms'] },
    { kind: 'links', on: true, mode: 'links', ratio: 0.25, which: 'all', remove: 'cell', cells: ['td', 'ul'] },
    { kind: 'empty_tables', on: false, characters: 12, substance: ['img', 'a', 'textarea'], tables: ['table'] },
  ],
});
const choose = (text) => (page) => page.frameLocator('.page-frame').locator('p[data-block]', { hasText: text }).first().click();
const pictures = {
  open: { hash: '#/page' },
  page: { hash: '#/page?example=blog', then: choose('The short version') },
  facts: { hash: '#/page?example=blog&pane=facts', colorScheme: 'dark' },
  filters: { hash: `#/page?example=blog&pane=tree&filters=${encodeURIComponent(filters)}` },
  compare: { hash: '#/page?example=shop-product&compare=method:cetd&pane=changes&side=on' },
  chinese: { hash: '#/page?example=chinese-news-gbk', locale: 'zh-CN', then: choose('本报讯') },
  sets: {
    hash: '#/sets',
    then: async (page) => {
      await page.getByRole('button', { name: 'Judge all pages' }).click();
      await page.locator('.worst').waitFor();
    },
  },
  difference: {
    hash: '#/sets',
    then: async (page) => {
      await page.getByRole('button', { name: 'Judge all pages' }).click();
      await page.locator('.worst').waitFor();
      await page.locator('.settings > summary').click();
      await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('cetd');
      await page.getByRole('button', { name: 'Judge all pages' }).click();
      await page.locator('.difference').waitFor();
      await page.locator('.difference').evaluate((element) => element.scrollIntoView());
    },
  },
  label: {
    hash: '#/label?page=forum-thread',
    annotator: 'Nora', // who has said nothing of it yet
    then: (page) => page.frameLocator('.page-frame').locator('[data-tone="label-4"]').first().click(),
  },
  agreement: { hash: '#/label?pane=agreement', annotator: 'Ada', then: (page) => page.locator('.compared[open]').first().waitFor() },
  rules: {
    hash: '#/rules?set=harbour&record=0&more=%5B%22set%3Aharbour%3A1%22%2C%22set%3Aharbour%3A2%22%2C%22set%3Aharbour%3A3%22%5D',
    then: async (page) => {
      await page.getByRole('button', { name: 'Begin with what pith takes for them' }).click();
      await page.locator('.rules-rows tbody tr').nth(3).waitFor();
    },
  },
  phone: { hash: '#/page?example=blog', viewport: { width: 390, height: 780 }, then: choose('The short version') },
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const blank = await browser.newPage();
for (const [name, { hash, then, annotator, ...options }] of Object.entries(pictures)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const context = await browser.newContext({ viewport: { width: 1360, height: 800 }, locale: 'en-US', colorScheme: 'light', ...options });
  const page = await context.newPage();
  if (annotator) await page.addInitScript((who) => localStorage.setItem('pith.annotator', who), annotator);
  await page.goto(`${base}/${hash}`);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.working.on'));
  await then?.(page);
  await page.mouse.move(5, 5);
  await page.waitForTimeout(500);
  const png = (await page.screenshot()).toString('base64');
  // Chromium writes PNG; as WebP a picture has a third of the bytes.
  const webp = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1];
  }, png);
  fs.writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(webp, 'base64'));
  await context.close();
}
await browser.close();
