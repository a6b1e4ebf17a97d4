// Rules by clicking: fields picked on one page, tried on three more, mended on the one that differs, kept, and rows of
// a list. The pages are those of site_pages.py.

import fs from 'node:fs';
import path from 'node:path';

const words = {
  en: {
    language: 'en-US', rules: 'Rules', all: 'Add these 4', title: 'Title', time: 'Time', body: 'Body', save: 'Save as TOML', keep: 'Keep in the service',
    kept: 'harbour.example.toml is kept, and in use.', four: 'holds on 4 of 4 pages', three: 'holds on 3 of 4 pages', list: 'a list of rows', row: '4 rows on this page',
    link: 'Link', of_page: 'Make a rule of it', begin: 'Begin with what pith takes for them', sets: 'Or with a page of a data set', search: 'Search id, address, title',
    toml: 'As TOML', back: 'Back to what was picked', undo: 'Undo', in_rows: 'in 4 rows',
  },
  zh: {
    language: 'zh-CN', rules: '规则', all: '添加这 4 个', title: '标题', time: '时间', body: '正文', save: '保存为 TOML', keep: '存入服务',
    kept: 'harbour.example.toml 已存入并启用。', four: '4 个网页中 4 个正确', three: '4 个网页中 3 个正确', list: '列表，多行', row: '此页 4 行',
    link: '链接', of_page: '生成规则', begin: '以 pith 的判断开始', sets: '或打开数据集中的网页', search: '搜索编号、地址、标题',
    toml: 'TOML 文件内容', back: '恢复点选的结果', undo: '撤销', in_rows: '4 行有值',
  },
};

export async function rule_stories({ story, visit, check, violations, settled, base, folder }) {
  const saved = async (page, name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    const file = path.join(folder, download.suggestedFilename());
    await download.saveAs(file);
    return fs.readFileSync(file, 'utf8');
  };
  const rows = (page) => page.locator('.rules-rows tbody tr');
  const field = (page, name) => page.locator('.rules-fields > li', { has: page.getByRole('button', { name, exact: true }) });

  for (const [language, w] of Object.entries(words)) {
    await story(`${language}: a rule of one page put to others, mended, kept`, () =>
      visit({ locale: w.language }, async (page) => {
        await page.goto(`${base}/#/page?set=harbour&record=0`);
        await page.getByRole('link', { name: w.of_page }).click();
        const frame = page.frameLocator('.page-frame');
        await frame.locator('h1', { hasText: 'Ferry runs again' }).click();
        await field(page, w.title).getByText('Ferry runs again').waitFor();
        await frame.locator('time').click();
        await field(page, w.time).getByText('2024-05-03').waitFor();
        await frame.locator('p', { hasText: 'second engine' }).click();
        await field(page, w.body).getByText('After three weeks').waitFor();
        await rows(page).first().waitFor();
        check((await rows(page).first().innerText()).includes('2024-05-03'), 'the row lacks the time');
        // What a field found is marked on the page.
        await frame.locator('h1[data-tone="label-1"]').waitFor();
        check((await frame.locator('[data-tone="label-3"]').count()) === 3, 'the paragraphs of the body are not marked');
        // Three more of the site; on the last the headline is another.
        for (const more of ['Market', 'Lighthouse', 'Storm']) await page.locator('.rules-found button', { hasText: more }).click();
        await field(page, w.title).getByText(w.three).waitFor();
        await field(page, w.body).getByText(w.four).waitFor();
        await page.locator('.rules-page', { hasText: 'Storm' }).getByRole('button').first().click();
        await frame.locator('.special').waitFor();
        await field(page, w.title).getByRole('button', { name: w.title, exact: true }).click();
        await frame.locator('.special').click();
        await field(page, w.title).getByText(w.four).waitFor();
        await page.waitForFunction(() => document.querySelectorAll('.rules-rows tbody tr').length === 4);
        check((await rows(page).allInnerTexts()).every((row, i) => row.includes(['Ferry', 'Market', 'Lighthouse', 'Storm'][i])), 'not each page gives its row');
        check((await page.locator('.rules-page .good').count()) === 4, 'not all pages are said to hold');
        const found = await violations(page);
        check(found.length === 0, found.join('; '));
        // As files.
        const csv = (await saved(page, 'CSV')).trimEnd().split('\r\n');
        check(csv[0] === 'url,title,time,body' && csv.join('\n').includes('"Storm takes') === false && csv.join('\n').includes('Storm takes'), csv[0]);
        const lines = (await saved(page, 'JSONL')).trimEnd().split('\n').map((line) => JSON.parse(line));
        check(lines.length === 4 && lines[3].title === 'Storm takes the boathouse roof' && lines[1].time === '2024-05-06', JSON.stringify(lines[3]));
        const toml = await saved(page, w.save);
        check(toml.includes('[[field]]') && toml.includes('name = "title"') && toml.includes('harbour.example'), toml);
        fs.writeFileSync(path.join(folder, `made-${language}.toml`), toml);
        // The address alone gives the same.
        const there = page.url();
        await visit({ locale: w.language }, async (other) => {
          await other.goto(there);
          await field(other, w.title).getByText(w.four).waitFor();
        });
        // Undone, what was mended is not.
        await page.getByRole('button', { name: w.undo, exact: true }).click();
        await field(page, w.title).getByText(w.three).waitFor();
        // By hand, into the service, and by its rules the page is extracted from then on.
        await page.goForward().catch(() => {});
        await page.getByText(w.toml, { exact: true }).click();
        await page.getByRole('textbox', { name: w.toml }).fill(toml);
        await page.getByRole('textbox', { name: w.toml }).blur();
        await page.waitForFunction(() => document.querySelectorAll('.rules-rows tbody tr').length === 4);
        await page.getByRole('button', { name: w.keep }).click();
        await page.getByText(w.kept).waitFor();
        const answer = await (await fetch(`${base}/v1/rules`)).json();
        check(answer.rules.some((rule) => rule.file === 'harbour.example.toml'), 'the service does not have the rule');
      }),
    );

    await story(`${language}: rows of a list`, () =>
      visit({ locale: w.language }, async (page) => {
        await page.goto(`${base}/#/rules?set=harbour&record=4`);
        const frame = page.frameLocator('.page-frame');
        await frame.locator('li').first().waitFor();
        await page.getByRole('radio', { name: w.list }).check();
        await frame.locator('li').nth(1).locator('.teaser').click();
        await page.getByText(w.row).waitFor();
        await frame.locator('li').nth(2).locator('a').click();
        await field(page, w.title).getByText(w.in_rows).waitFor();
        await field(page, w.link).getByRole('button', { name: w.link, exact: true }).click();
        await frame.locator('li').nth(0).locator('a').click();
        await field(page, w.link).getByText(w.in_rows).waitFor();
        await rows(page).nth(3).waitFor();
        const lines = (await saved(page, 'JSONL')).trimEnd().split('\n').map((line) => JSON.parse(line));
        check(lines.length === 4 && lines[2].title === 'Lighthouse open to visitors' && lines[2].link === 'https://harbour.example/news/3', JSON.stringify(lines));
        const toml = await saved(page, w.save);
        check(/^rows = /m.test(toml) && toml.includes('type = "link"'), toml);
        const found = await violations(page);
        check(found.length === 0, found.join('; '));
      }),
    );
  }

  await story('a rule by keys, of what pith takes for the fields', () =>
    visit({}, async (page) => {
      await page.goto(`${base}/#/rules?set=harbour&record=1`);
      const begin = page.getByRole('button', { name: words.en.begin });
      await begin.focus();
      await page.keyboard.press('Enter');
      await field(page, 'Title').getByText('Market moves').waitFor();
      await field(page, 'Time').getByText('2024-05-06').waitFor();
      await field(page, 'Body').getByText('From June on').waitFor();
      // A further field, picked with arrows and Enter.
      await page.getByLabel('Name of a further field').focus();
      await page.keyboard.type('imprint');
      await page.keyboard.press('Enter');
      await page.locator('.page-frame').focus();
      const frame = page.frameLocator('.page-frame');
      for (let i = 0; i < 20 && (await frame.locator('footer[data-chosen]').count()) === 0; ++i) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await field(page, 'imprint').getByText('Harbour News, Quay Street 1').waitFor();
      await settled(page);
      check((await rows(page).first().innerText()).includes('Quay Street'), 'the row lacks the field');
    }),
  );

  await story('dropped files are tried, too', () =>
    visit({}, async (page) => {
      await page.goto(`${base}/#/rules?set=harbour&record=0`);
      await page.getByRole('button', { name: words.en.begin }).click();
      await field(page, 'Title').getByText('Ferry runs again').waitFor();
      const files = [1, 2].map((n) => {
        const file = path.join(folder, `dropped-${n}.html`);
        fs.writeFileSync(file, `<title>Dropped ${n}</title><main><h1 class="headline">Dropped ${n}</h1><p class="byline">By <span class="author">A</span>, <time datetime="2024-06-0${n}">2024-06-0${n}</time></p><div class="story"><p>A first paragraph of page ${n}, long enough to be one.</p><p>And one more.</p></div></main>`);
        return file;
      });
      await page.getByLabel('Choose files …').setInputFiles(files);
      await page.waitForFunction(() => document.querySelectorAll('.rules-rows tbody tr').length === 3);
      check((await rows(page).allInnerTexts()).join().includes('Dropped 2'), 'the second file gives no row');
    }),
  );
}
