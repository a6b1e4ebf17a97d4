// Labelling as people do it: pages taken in, labelled by click, drag and keys, by two; what they differ in settled; out as
// files; a model learnt from it, tried and taken back. In each language by another convention, so that they share a store.

import fs from 'node:fs';
import path from 'node:path';

const words = {
  en: {
    language: 'en-US', convention: 'wide', name: 'Your name', kind: 'Kind', export: 'Export labelled pages', paths: 'Export without the pages',
    begin: 'Begin with the first', author: 'Author', save: 'Save, next page', anyway: 'Save as it is', guide: 'What counts as main content',
    posts: /Who wrote each of the \d+ posts/, agreement: 'Agreement', first: 'First', second: 'Second', settle: 'Settle: this holds', settled: 'Settled',
    models: 'Train and compare', train: 'Train', done: 'done', adopt: 'Adopt', in_use: 'in use', shipped: 'the shipped model', undo: 'Undo', queue: 'To label',
    wider: 'Take in more', back: 'Back to the list',
  },
  zh: {
    language: 'zh-CN', convention: 'strict', name: '你的名字', kind: '类型', export: '导出标注网页', paths: '导出（不含网页）',
    begin: '从第一页开始', author: '作者', save: '保存，下一页', anyway: '直接保存', guide: '什么算正文',
    posts: /\d+ 楼各自的作者/, agreement: '一致性', first: '甲', second: '乙', settle: '定下来', settled: '已定',
    models: '训练与比较', train: '训练', done: '完成', adopt: '采用', in_use: '使用中', shipped: '随附模型', undo: '撤销', queue: '待标注',
    wider: '扩大', back: '返回列表',
  },
};

const kMostSeconds = 60; // of a training

export async function label_stories({ story, visit, check, violations, base, folder }) {
  const parameters = (page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '');
  const ask = async (what, body) => {
    const answer = await fetch(`${base}/v1/labels${what}`, body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    check(answer.ok, `${what}: ${answer.status}`);
    return answer.json();
  };
  const label_by = async (id, name, convention) =>
    (await ask(`/page?id=${id}`)).labels.find((entry) => entry.annotator === name && entry.convention === convention && !entry.settled)?.label;
  const kept_of = (label) => label.bodies.flatMap((body) => body.blocks);

  /// The list of what is to be labelled, as somebody who has said who they are.
  const enter = async (page, w, name) => {
    await page.goto(`${base}/#/label${w.convention === 'strict' ? '?convention=strict' : ''}`);
    await page.reload();
    await page.getByLabel(w.name).fill(name);
  };
  const open = async (page, id) => {
    await page.locator('.list a', { hasText: new RegExp(`^${id}$`) }).click();
    const frame = page.frameLocator('.page-frame');
    await frame.locator('[data-tone^="label-"]').first().waitFor();
    return frame;
  };
  const paragraph = (frame, text) => frame.locator('p[data-block]', { hasText: text }).first();
  /// What is done is drawn with the next frame.
  const becomes = async (element, wanted, what) => {
    const is = async () => (await element.getAttribute('data-tone')) ?? '';
    for (let i = 0; i < 100 && (await is()) !== wanted; ++i) await new Promise((resolve) => setTimeout(resolve, 20));
    check((await is()) === wanted, `${what}: ${await is()}`);
  };
  /// Saved, with what is seldom meant looked over; the next page is there.
  const save = async (page, w, id) => {
    await page.getByRole('button', { name: w.save }).click();
    const next = () => page.waitForFunction((before) => !location.hash.includes(`page=${before}`), id);
    const doubts = page.getByRole('button', { name: w.anyway });
    await Promise.race([next(), doubts.waitFor()]);
    if (await doubts.isVisible()) await doubts.click();
    await next();
  };

  for (const [language, w] of Object.entries(words)) {
    const locale = { locale: w.language };
    const [first, second] = [`Ada ${language}`, `Lin ${language}`];

    await story(`${language}: label a page by click, drag and keys`, () =>
      visit(locale, async (page) => {
        await enter(page, w, first);
        await page.locator('input[type=file]').setInputFiles(path.join(folder, 'examples.jsonl'));
        await page.locator('.told').waitFor();
        const doubts = async () => (await page.locator('.list tbody td:nth-child(3)').allInnerTexts()).map(Number);
        await page.waitForFunction(() => document.querySelectorAll('.list tbody tr').length === 12);
        // Of one kind the most doubtful is the first.
        await page.getByRole('combobox', { name: w.kind, exact: true }).selectOption('article');
        await page.waitForFunction(() => document.querySelectorAll('.list tbody tr').length < 12);
        const of_kind = await doubts();
        check(of_kind.length > 2 && of_kind.every((doubt, i) => i === 0 || doubt <= of_kind[i - 1]), `the order is not that of doubt: ${of_kind}`);

        const begin = Date.now();
        const frame = await open(page, 'blog');
        const short = paragraph(frame, 'The short version');
        await becomes(short, 'label-1', 'the suggestion of the extractor is not shown');
        // A click says what a block is, the same click takes it back.
        await short.click();
        await becomes(short, '', 'a click did not take the block out');
        await page.getByRole('button', { name: w.undo, exact: true }).click();
        await becomes(short, 'label-1', 'undo did not bring the block back');
        // A drag takes all blocks between its ends.
        await page.locator('.tool-none input').check();
        const tank = paragraph(frame, 'When we took the oil tank');
        // page.mouse would wait for the scripts of all frames while a button is down; this one has none.
        await tank.dispatchEvent('mousedown', { button: 0 });
        await short.dispatchEvent('mouseup', { button: 0 });
        await becomes(short, '', 'the drag left out its beginning');
        await becomes(tank, '', 'the drag did not reach its end');
        // Keys: the blocks back, one after the other; the element around them with "+".
        for (const block of [short, tank]) {
          await block.click();
          await page.keyboard.press('b');
          await becomes(block, 'label-1', 'the key for main content did nothing');
        }
        const heading = frame.locator('h1[data-block]').first();
        await heading.click();
        await page.keyboard.press('t');
        await becomes(heading, 'label-2', 'the headline is not marked');
        await page.getByLabel(w.author, { exact: true }).fill(`N. ${language}`);
        await page.getByLabel(w.author, { exact: true }).press('Tab');
        check((await page.locator('.label-tools code').innerText()).startsWith('html/body'), 'the governing node is not shown');
        await page.getByText(w.guide).click();
        await save(page, w, 'blog');
        const seconds = (Date.now() - begin) / 1000;
        check(seconds < 60, `a page took ${seconds} s`);
        const label = await label_by('blog', first, w.convention);
        check(label.author === `N. ${language}` && label.title.includes('heat pump'), `the fields are not those given: ${JSON.stringify(label.author)}`);
        check(kept_of(label).length > 5 && label.seconds > 0, 'the blocks are not kept');

        // A thread: one body a post, with who wrote it.
        await page.getByRole('link', { name: w.back }).click();
        await page.getByRole('combobox', { name: w.kind, exact: true }).selectOption('');
        const thread = await open(page, 'forum-thread');
        const bodies = async () => Number((await page.locator('.label-tools [role=status]').innerText()).match(/\d+/g)[1]);
        const before = await bodies();
        const forum = await ask('/page?id=forum-thread');
        const name = forum.suggestion.bodies.find((body) => body.blocks.length > 1).blocks.at(-1);
        const text = forum.blocks.find((block) => block.name === name).text;
        const last = thread.locator('[data-block]', { hasText: text.slice(0, 40) }).last();
        await last.click();
        await page.keyboard.press('p');
        await page.waitForFunction((n) => document.querySelector('.label-tools [role=status]').textContent.match(/\d+/g)[1] === String(n), before + 1);
        await page.getByText(w.posts).click();
        const post = page.locator('.posts li', { hasText: text.slice(0, 40) });
        await post.getByLabel(w.author).fill('wheelwright');
        await page.keyboard.press('Tab');
        await save(page, w, 'forum-thread');
        const posts = (await label_by('forum-thread', first, w.convention)).bodies;
        check(posts.length === before + 1 && posts.some((one) => one.author === 'wheelwright' && one.blocks[0] === name), JSON.stringify(posts.map((post) => post.author)));
      }),
    );

    await story(`${language}: a second annotator, kappa, a difference settled, export and import`, () =>
      visit(locale, async (page) => {
        await enter(page, w, second);
        const frame = await open(page, 'blog');
        await paragraph(frame, 'The short version').click();
        await page.getByLabel(w.author, { exact: true }).fill('N. Okafor');
        await page.keyboard.press('Tab');
        await save(page, w, 'blog');
        await page.getByRole('link', { name: w.back }).click();
        await page.getByRole('link', { name: w.agreement }).click();
        await page.getByRole('combobox', { name: w.first, exact: true }).selectOption(first);
        await page.getByRole('combobox', { name: w.second, exact: true }).selectOption(second);
        await page.locator('.figures').waitFor();
        const compared = await ask(`/agreement?first=${encodeURIComponent(first)}&second=${encodeURIComponent(second)}&convention=${w.convention}`);
        const { kappa } = compared.all;
        check(kappa > 0.5 && kappa < 1, `kappa of two who differ in one block: ${kappa}`);
        check((await page.locator('.figures').innerText()).includes(kappa.toFixed(3)), 'kappa is not shown');
        const row = page.locator('.compared tbody tr', { hasText: 'The short version' });
        check((await row.count()) === 1, 'the difference is not shown');
        // The block as the second has it, the author as the first.
        await row.getByRole('radio').nth(1).check();
        await page.getByRole('button', { name: w.settle }).click();
        await page.getByText(w.settled, { exact: true }).waitFor();
        const settled = (await ask('/page?id=blog')).labels.find((entry) => entry.settled && entry.convention === w.convention)?.label;
        const [ours, theirs] = [await label_by('blog', first, w.convention), await label_by('blog', second, w.convention)];
        check(settled.author === ours.author && settled.author !== theirs.author, 'the author is not that of the first');
        check(kept_of(settled).length === kept_of(ours).length - 1 && kept_of(settled).every((b) => kept_of(theirs).includes(b)), 'the block is not as chosen');

        // Out as labelled pages, and as names of blocks alone; in again they change nothing.
        await page.getByRole('link', { name: w.queue }).click();
        const saved = async (name) => {
          const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
          const file = path.join(folder, `${language}-${name.length}.jsonl`);
          await download.saveAs(file);
          return [file, fs.readFileSync(file, 'utf8')];
        };
        const [file, lines] = await saved(w.export);
        const records = lines.trim().split('\n').map((line) => JSON.parse(line));
        const blog = records.find((record) => record.id === 'blog');
        check(records.length === 2 && blog.html && blog.gold && !blog.gold.includes('The short version'), `the export: ${records.map((r) => r.id)}`);
        const [, names] = await saved(w.paths);
        check(names.includes('"blog"') && !names.includes('<p') && !names.includes('heat pump'), 'block paths hold the page');
        await page.locator('input[type=file]').setInputFiles(file);
        await page.locator('.told', { hasText: '2' }).waitFor();
        const again = await fetch(`${base}/v1/labels/export?convention=${w.convention}`).then((answer) => answer.text());
        check(again === lines, 'an import of the export changes the export');
      }),
    );

    await story(`${language}: train, compare, adopt, take back`, () =>
      visit(locale, async (page) => {
        // The rest of the pages, as the extractor has them, but for the last block of each: something to be learnt.
        for (const { id } of (await ask(`/queue?annotator=${encodeURIComponent(first)}`)).pages) {
          if (await label_by(id, first, w.convention)) continue;
          const { suggestion } = await ask(`/page?id=${id}`);
          suggestion.bodies.at(-1)?.blocks.splice(-1);
          suggestion.bodies = suggestion.bodies.filter((body) => body.blocks.length > 0);
          await ask('/label', { page: id, annotator: first, convention: w.convention, label: suggestion });
        }
        await enter(page, w, first);
        await page.getByRole('link', { name: w.models }).click();
        const rows = page.locator('.list').first().locator('tbody tr');
        await rows.first().waitFor();
        const adopted = async () => (await ask('/models')).models.find((model) => model.adopted)?.number ?? 0;
        const made = [];
        for (let i = 0; i < 2; ++i) {
          const before = await rows.count();
          const begin = Date.now();
          await page.getByRole('button', { name: w.train, exact: true }).click();
          await page.waitForFunction((n) => document.querySelector('.list tbody').rows.length > n, before);
          const row = rows.nth(1); // the latest, below the one that ships
          await row.getByText(w.done, { exact: true }).waitFor({ timeout: kMostSeconds * 1000 });
          const seconds = (Date.now() - begin) / 1000;
          check(seconds <= kMostSeconds, `the training took ${seconds} s`);
          check(/95 %/.test(await row.innerText()), 'the difference has no interval');
          made.push((await ask('/models')).models.at(-1).number);
        }
        check((await adopted()) === 0, 'a model was adopted that nobody has adopted');
        await rows.nth(1).getByRole('link').click();
        const pages = page.locator('.compared-model tbody tr');
        await pages.first().waitFor();
        check((await pages.count()) > 10, 'the pages are not compared one by one');
        const scores = async () => JSON.stringify((await (await fetch(`${base}/v1/view`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ set: 'examples', record: 0 }) })).json()).blocks.map((block) => block.score));
        const shipped = await scores();
        for (const [place, number] of [[1, made[1]], [2, made[0]]]) {
          await rows.nth(place).getByRole('button', { name: w.adopt }).click();
          await rows.nth(place).getByText(w.in_use, { exact: true }).waitFor();
          check((await adopted()) === number, `model ${number} is not in use`);
          check((await scores()) !== shipped, 'the pages are judged as before');
        }
        await rows.first().getByRole('button', { name: w.adopt }).click();
        await rows.first().getByText(w.in_use, { exact: true }).waitFor();
        check((await adopted()) === 0 && (await scores()) === shipped, 'the model that ships did not come back');
      }),
    );
  }

  await story('labelling by keys alone', () =>
    visit({}, async (page) => {
      const at = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
      const tab_to = async (is_there, what) => {
        for (let i = 0; i < 40; ++i) {
          if (await is_there()) return;
          await page.keyboard.press('Tab');
        }
        throw new Error(`${what} is not reached by Tab`);
      };
      await page.goto(`${base}/#/label`);
      const name = page.getByLabel('Your name');
      await name.waitFor();
      await tab_to(() => name.evaluate((field) => field === document.activeElement), 'the name');
      await page.keyboard.type('Kay');
      await page.getByRole('button', { name: 'Begin with the first' }).waitFor();
      await tab_to(async () => (await at()) === 'Begin with the first', 'the first page');
      await page.keyboard.press('Enter');
      const frame = page.frameLocator('.page-frame');
      await frame.locator('[data-block]').first().waitFor();
      const id = parameters(page).get('page');
      await tab_to(() => page.evaluate(() => document.activeElement?.className === 'page-frame'), 'the page');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('x');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('b');
      await page.keyboard.press('+');
      await page.keyboard.press('c');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('-');
      await becomes(frame.locator('[data-chosen]').first(), 'label-1', 'the key b did not mark the block');
      await page.keyboard.press('Control+Enter');
      const next = () => page.waitForFunction((before) => !location.hash.includes(`page=${before}`), id);
      await Promise.race([next(), page.locator('.doubts').waitFor()]);
      if (await page.locator('.doubts').isVisible()) await page.keyboard.press('Control+Enter');
      await next();
      check((await label_by(id, 'Kay', 'wide')) !== undefined, 'the label was not saved');
    }),
  );

  await story('labelling: no violation of accessibility, nothing cut off', async () => {
    const screens = [
      ['queue', '#/label', '.list tbody tr'],
      ['page', '#/label?page=forum-thread', '.label-page'],
      ['agreement', `#/label?pane=agreement&first=${encodeURIComponent('Ada en')}&second=${encodeURIComponent('Lin en')}`, '.compared'],
      ['models', '#/label?pane=models&model=1', '.compared-model'],
    ];
    for (const theme of ['light', 'dark']) {
      for (const language of ['en-US', 'zh-CN']) {
        await visit({ colorScheme: theme, locale: language }, async (page) => {
          await page.addInitScript(() => localStorage.setItem('pith.annotator', 'Eve'));
          for (const [name, hash, ready] of screens) {
            await page.goto(`${base}/${hash}`);
            await page.reload();
            await page.locator(ready).first().waitFor();
            await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
            const found = await violations(page);
            check(found.length === 0, `${name}, ${theme}, ${language}: ${found.join('; ')}`);
            if (theme === 'dark') continue;
            for (const width of [390, 768, 1440]) {
              await page.setViewportSize({ width, height: 844 });
              const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
              check(over <= 0, `${name} at ${width}, ${language}: ${over} pixels too wide`);
            }
          }
        });
      }
    }
  });
}
