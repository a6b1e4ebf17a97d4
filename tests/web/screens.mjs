// Every screen of the workbench, to be looked at: node screens.mjs BASE FOLDER [NAME]..., run by pictures.py.
//
// A name is screen-width-theme-language; SET:RECORD as a name takes the page view of that page of a set, too. Each picture is
// of the whole screen, however far it goes down. What is wider than the window is said.

import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostile_pages } from './hostile_pages.mjs';

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
const block = (page, selector) => page.frameLocator('.page-frame').first().locator(selector).first();
const choose = (selector) => async (page) => {
  const element = block(page, selector);
  await element.waitFor({ state: 'attached', timeout: 5000 }).catch(() => {});
  if (await element.isVisible().catch(() => false)) await element.click();
  else await element.dispatchEvent('click').catch(() => {});
};
const paste = (html) => async (page) => {
  await page.locator('input[type=file]').first().setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(html) });
  await page.locator('.page-head, .page-screen .failure').first().waitFor();
};
const judge = async (page, count) => {
  await page.locator('button.primary', { hasText: /Judge|评测/ }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.figures.runs tbody tr').length === n, count, { timeout: 60_000 });
};
const hostile = hostile_pages('');
const a_rule = '#/rules?set=harbour&record=0&more=%5B%22set%3Aharbour%3A1%22%2C%22set%3Aharbour%3A3%22%5D';

const screens = {
  start: { hash: '#/page' },
  article: { hash: '#/page?example=blog', then: choose('p[data-tone="kept"]') },
  shop: { hash: '#/page?example=shop-product', then: choose('[data-tone="left"]') },
  thread: { hash: '#/page?example=forum-thread&pane=text', then: choose('p[data-tone="kept"]') },
  chinese: { hash: '#/page?example=chinese-news-gbk&pane=markdown', then: choose('p[data-tone="kept"]') },
  empty: { hash: '#/page', then: paste('<title>Members</title><nav><a href=/a>Home</a> <a href=/b>Shop</a></nav><form><label>Name <input></label><button>Log in</button></form>') },
  broken: { hash: '#/page', then: paste('\u0000\u0001\u0002PK\u0003\u0004 no page at all \u0000\u0000') },
  nothing: { hash: '#/page', then: paste('') },
  unknown: { hash: '#/page?set=examples&record=4711' },
  long: { hash: '#/page', then: paste(hostile['50,000 blocks']) },
  tree: { hash: '#/page?example=documentation&pane=tree', then: choose('h2[data-tone]') },
  facts: { hash: '#/page?example=blog&pane=facts' },
  json: { hash: '#/page?example=blog&pane=json' },
  comments: { hash: '#/page?example=questions-answers&pane=comments' },
  compare: { hash: '#/page?example=shop-product&compare=method:cetd&pane=changes&side=on', then: choose('[data-tone="now"]') },
  gold: { hash: '#/page?set=examples&record=10&compare=gold&pane=changes', then: choose('[data-tone="both"]') },
  filters: { hash: `#/page?example=blog&pane=tree&filters=${encodeURIComponent(filters)}` },
  rules: { hash: '#/rules' },
  rule: {
    hash: a_rule,
    then: async (page) => {
      const begin = page.locator('.rules-tools button, main button', { hasText: /Begin with what pith|pith/ }).first();
      await begin.click();
      await page.locator('.rules-rows tbody tr').nth(2).waitFor();
    },
  },
  'rule-new': { hash: '#/rules?set=harbour&record=0' },
  label: { hash: '#/label', annotator: 'Nora' },
  'label-nobody': { hash: '#/label' },
  'label-page': { hash: '#/label?page=forum-thread', annotator: 'Nora', then: choose('[data-tone="label-4"]') },
  agreement: { hash: '#/label?pane=agreement', annotator: 'Ada', then: (page) => page.locator('.compared[open]').first().waitFor() },
  models: { hash: '#/label?pane=models', annotator: 'Ada' },
  sets: { hash: '#/sets', then: (page) => judge(page, 1) },
  difference: {
    hash: '#/sets',
    then: async (page) => {
      await judge(page, 1);
      await page.locator('.settings > summary').click();
      await page.locator('.settings select').first().selectOption('cetd');
      await judge(page, 2);
    },
  },
  'label-bare': { hash: '#/label', base: process.env.BARE },
  'sets-bare': { hash: '#/sets', base: process.env.BARE },
  token: { hash: '#/page', base: process.env.CLOSED, then: (page) => page.locator('.token').waitFor() },
};
for (const place of only.filter((name) => /:\d+$/.test(name))) {
  const [set, record] = place.split(':');
  screens[`${set}-${record}`] = { hash: `#/page?set=${encodeURIComponent(set)}&record=${record}&pane=text`, then: choose('[data-tone="kept"]') };
}
const wanted = only.map((name) => name.replace(/:(\d+)$/, '-$1'));

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
for (const language of ['en', 'zh']) {
  for (const theme of ['light', 'dark']) {
    for (const width of [1440, 768, 390]) {
      for (const [screen, { hash, base: other, annotator, then }] of Object.entries(screens)) {
        const name = `${screen}-${width}-${theme}-${language}`;
        if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
        const context = await browser.newContext({
          viewport: { width, height: { 1440: 900, 768: 1024, 390: 844 }[width] },
          locale: { en: 'en-US', zh: 'zh-CN' }[language],
          colorScheme: theme,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        if (annotator) await page.addInitScript((who) => localStorage.setItem('pith.annotator', who), annotator);
        try {
          await page.goto(`${other ?? base}/${hash}`);
          await page.locator('h1, .failure').first().waitFor({ state: 'attached' });
          await page.waitForFunction(() => !document.querySelector('.working.on'));
          await then?.(page);
          await page.waitForFunction(() => !document.querySelector('.working.on'));
        } catch (error) {
          console.log(`${name}: ${String(error.message).split('\n')[0]}`);
        }
        await page.mouse.move(5, 5);
        await page.waitForTimeout(400);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (over > 0) console.log(`${name}: ${over} pixels wider than the window`);
        await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
        await context.close();
      }
    }
  }
}
await browser.close();
