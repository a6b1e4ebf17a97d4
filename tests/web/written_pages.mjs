// Pages that pith writes, opened from the disk: node written_pages.mjs FOLDER. FOLDER has report.html, of the examples and
// a set whose texts try to break out, and pages of `pith explain --html`. Run by written_pages_test.py.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const from_web = createRequire(path.join(here, '../../web/package.json'));
const { chromium } = from_web('playwright-core');
const axe_source = fs.readFileSync(from_web.resolve('axe-core/axe.min.js'), 'utf8');
const [folder] = process.argv.slice(2);
const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => fs.existsSync(p));
const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });

function check(condition, what) {
  if (!condition) throw new Error(what);
}

async function violations(page) {
  await page.evaluate(axe_source);
  return page.evaluate(async () => {
    // Frames hold the pages of others: what these lack is theirs.
    const found = await window.axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`);
  });
}

/// A page without a network that may ask for nothing.
async function visit(name, options, work) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  context.on('request', (request) => /^(file|data|about|blob):/.test(request.url()) || faults.push(`asked for ${request.url()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Events that the driver makes in a frame without scripts are said to be blocked there, and come all the same.
    if (message.type() === 'error' && !/Blocked script execution in 'about:srcdoc'/.test(message.text())) faults.push(message.text());
  });
  try {
    await page.goto(pathToFileURL(path.join(folder, name)).href);
    await work(page);
    check(faults.length === 0, faults.slice(0, 3).join('; '));
  } finally {
    await context.close();
  }
}

async function fits(page) {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(over <= 0, `${over} pixels too wide at ${width}`);
  }
}

let failed = 0;
async function story(name, work) {
  try {
    await work();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  }
}

const words = {
  en: { locale: 'en-US', worst: 'Worst pages', draw: 'Draw webcollector', search: 'Part of the id', shown: 'Show', doubtful: 'doubtful', first: 'First kept', facts: 'Facts', other: '中文' },
  zh: { locale: 'zh-CN', worst: '最差的网页', draw: '绘制 webcollector', search: '编号的一部分', shown: '显示', doubtful: '可疑', first: '第一个保留块', facts: '信息', other: 'English' },
};

for (const [language, w] of Object.entries(words)) {
  for (const colorScheme of ['light', 'dark']) {
    await story(`${language}, ${colorScheme}: a report`, () =>
      visit('report.html', { locale: w.locale, colorScheme }, async (page) => {
        check((await page.locator('html').getAttribute('lang')).startsWith(language), 'the language is not that of the browser');
        check((await page.locator('.figures.runs tbody tr').count()) === 3, 'not all methods have a row');
        check((await page.locator('.figures.runs .best').count()) > 0, 'the best figure is not told');
        // Sets and their kinds of pages, those that a set has none of as well.
        const rows = await page.locator('.intervals .row-name').allTextContents();
        check(rows.some((row) => row.startsWith('examples (')) && rows.some((row) => row.startsWith('other (3')) && rows.some((row) => row.endsWith('(0)')), rows.join());
        check((await page.locator('.plots figure').count()) === 3 && (await page.locator('.plots .point').count()) > 20, 'points are missing');
        await page.getByLabel(w.draw).uncheck();
        await page.waitForFunction(() => document.querySelectorAll('.judged-pages thead th').length === 4);
        await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
        const found = await violations(page);
        check(found.length === 0, found.join('; '));
        await fits(page);
        // A point opens its page; its blocks are judged.
        await page.locator('.plots .point').first().click({ force: true });
        await page.locator('dialog[open]').waitFor();
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
        // The worst page: its blocks beside the label.
        await page.getByRole('heading', { name: w.worst }).locator('xpath=..').locator('a').first().click();
        const dialog = page.locator('dialog[open]');
        await dialog.locator('.columns .listed').first().waitFor();
        await dialog.getByRole('button', { name: w.first }).click();
        check(await dialog.locator('.listed').locator('visible=true').first().isVisible(), 'no block is seen');
        await dialog.locator('.columns > section').first().locator('.tag').first().press('Enter');
        await dialog.locator('.why .verdict').waitFor();
        const inside = await violations(page);
        check(inside.length === 0, inside.join('; '));
        const title = await dialog.locator('h2').innerText();
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction((before) => document.querySelector('dialog h2').innerText !== before, title);
        await page.goBack();
        await page.screenshot({ path: path.join(folder, 'report.png') });
      }),
    );
  }
  await story(`${language}: an explained page`, () =>
    visit('blog.html', { locale: w.locale }, async (page) => {
      const frame = page.frameLocator('.page-frame');
      await frame.locator('[data-tone="kept"]').first().waitFor();
      const listed = page.locator('.listed');
      const all = await listed.count();
      await frame.locator('[data-block]', { hasText: 'When we took the oil tank' }).first().click();
      await page.locator('.why .factors.for li').first().waitFor();
      check((await page.locator('.listed[data-chosen]').innerText()).includes('When we took the oil tank'), 'the block is not chosen in the list');
      await listed.last().click();
      check((await frame.locator('[data-chosen]').count()) > 0, 'the block is not chosen on the page');
      await page.getByRole('combobox', { name: w.shown }).selectOption({ label: w.doubtful });
      check((await listed.count()) < all, 'the list does not become shorter');
      const found = await violations(page);
      check(found.length === 0, found.join('; '));
      await page.getByRole('tab', { name: w.facts }).click();
      await page.locator('.statements').first().waitFor();
      await fits(page);
      await page.getByRole('button', { name: w.other }).click();
      await page.waitForFunction((before) => !document.documentElement.lang.startsWith(before), language);
    }),
  );
}

await story('texts of a set break out of nothing', () =>
  visit('report.html', {}, async (page) => {
    await page.getByRole('combobox').filter({ hasText: 'other' }).first().selectOption('other');
    const pages = page.locator('.judged-pages th[scope=row] a');
    await pages.first().waitFor();
    check((await pages.first().innerText()).includes('</script>'), 'the id is not shown as it is');
    await pages.first().click();
    await page.locator('dialog .listed', { hasText: 'The council met' }).first().waitFor();
    check((await page.title()) === 'pith eval' && (await page.locator('dialog img').count()) === 0, 'a text has become markup');
  }),
);

await story('no other script runs', async () => {
  for (const name of ['report.html', 'forum-thread.html']) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    fs.writeFileSync(path.join(folder, `with-${name}`), text.replace('</body>', "<script>document.title = 'ran'</script></body>"));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(path.join(folder, `with-${name}`)).href);
    await page.locator('.app').waitFor();
    check((await page.title()) !== 'ran', name);
    await context.close();
  }
});

await story('an explained page by keys, and without scripts', async () => {
  await visit('forum-thread.html', {}, async (page) => {
    await page.locator('.listed').first().waitFor();
    const at = () => page.evaluate(() => document.activeElement?.className ?? '');
    for (let i = 0; i < 12 && (await at()) !== 'page-frame'; ++i) await page.keyboard.press('Tab');
    check((await at()) === 'page-frame', 'the page is not reached by Tab');
    await page.keyboard.press('ArrowDown');
    await page.locator('.why .verdict').waitFor();
  });
  await visit('forum-thread.html', { javaScriptEnabled: false }, async (page) => {
    check((await page.locator('noscript section.kept').count()) > 3 || (await page.locator('section.kept').count()) > 3, 'nothing is shown without scripts');
  });
});

await browser.close();
process.exit(failed ? 1 : 0);
