// Where pages come from besides files: a store of articles, a service that asks for a token; and filters by name.

import fs from 'node:fs';
import path from 'node:path';

const words = {
  en: {
    language: 'en-US', search: 'Or a page of the store of articles', kept: 'kept', token: 'This service asks for a token', go_on: 'Go on',
    wrong: 'The service does not take this token.', example: 'A blog', sets: 'Data sets', use: 'Filter the page first', profile: 'Profile',
    name: 'Name of a new profile', add: 'Keep as a profile', save: 'Save as TOML', file: 'File of filter settings', none: 'without a name',
    links: 'Irrelevant links: remove',
  },
  zh: {
    language: 'zh-CN', search: '或打开文章库中的网页', kept: '保留', token: '此服务需要令牌', go_on: '继续',
    wrong: '服务不接受此令牌。', example: '博客', sets: '数据集', use: '先过滤网页', profile: '方案',
    name: '新方案名称', add: '另存为方案', save: '保存为 TOML', file: '过滤器设置文件', none: '未命名',
    links: '无关链接：移除',
  },
};

export async function source_stories({ story, visit, check, violations, settled, parameters, base, folder }) {
  const { CLOSED: closed, TOKEN: token } = process.env;
  for (const [language, w] of Object.entries(words)) {
    const locale = { locale: w.language };

    await story(`${language}: a page of the store of articles`, () =>
      visit(locale, async (page) => {
        await page.goto(`${base}/`);
        await page.locator('.store-list a').first().waitFor();
        const all = await page.locator('.store-list a').count();
        await page.getByLabel(w.search).fill('heat pump');
        await page.waitForFunction((n) => {
          const found = document.querySelectorAll('.store-list a').length;
          return found > 0 && found < n;
        }, all);
        check(/heat pump/i.test(await page.locator('.store-list').innerText()), 'what was found does not hold the words');
        await page.locator('.store-list a').first().click();
        const frame = page.frameLocator('.page-frame');
        await frame.locator('[data-tone="kept"]').first().waitFor();
        check((parameters(page).get('store') ?? '') !== '', 'the page is not in the address');
        // The address alone opens it again.
        await page.reload();
        await frame.locator('[data-block]', { hasText: 'When we took the oil tank' }).first().waitFor();
      }),
    );

    await story(`${language}: a service that asks for a token`, () =>
      visit({ ...locale, base: closed }, async (page) => {
        await page.goto(`${closed}/#/sets`);
        const field = page.getByLabel(w.token);
        await field.fill('not this one');
        await page.getByRole('button', { name: w.go_on }).click();
        await page.getByText(w.wrong).waitFor();
        const found = await violations(page);
        check(found.length === 0, found.join('; '));
        await field.fill(token);
        await page.keyboard.press('Enter');
        await page.locator('.list tbody tr').first().waitFor();
        check((await page.locator('.token').count()) === 0, 'it still asks');
        // It stays as long as the tab, and no longer.
        await page.reload();
        await page.locator('.list tbody tr').first().waitFor();
        check(await page.evaluate((secret) => !JSON.stringify({ ...localStorage }).includes(secret) && !document.cookie.includes(secret), token), 'the token outlives the tab');
      }),
    );

    await story(`${language}: filters by name`, () =>
      visit(locale, async (page) => {
        await page.goto(`${base}/#/page?example=blog`);
        await page.getByLabel(w.use).check();
        await page.locator('.filter').nth(2).waitFor();
        await page.locator('.filters summary', { hasText: w.profile }).first().click();
        await page.getByLabel(w.name).fill('strict');
        await page.getByRole('button', { name: w.add }).click();
        await page.getByRole('button', { name: w.links }).click();
        await page.waitForFunction(() => document.querySelectorAll('.filter').length === 2);
        await settled(page);
        const profile = page.getByLabel(w.profile, { exact: true });
        await profile.selectOption('');
        check((await page.locator('.filter').count()) === 3, 'the profile has changed the filters without a name');
        await profile.selectOption('strict');
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: w.save }).click()]);
        const file = path.join(folder, `profiles-${language}.toml`);
        await download.saveAs(file);
        const toml = fs.readFileSync(file, 'utf8');
        check(/\[profile\."?strict"?\]/.test(toml) && (toml.match(/\[\[filter\]\]/g) ?? []).length === 3, toml);
        await page.getByLabel(w.file).setInputFiles(file);
        await page.waitForFunction(() => document.querySelectorAll('.filter').length === 3);
        await profile.selectOption('strict');
        check((await page.locator('.filter').count()) === 2, 'the profile was lost on the way');
        await settled(page);
        check((await page.locator('.failure').count()) === 0, 'the service does not take it');
      }),
    );
  }
}
