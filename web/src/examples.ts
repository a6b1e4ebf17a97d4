// Pages of examples/ that come with the workbench.

const addresses = import.meta.glob<string>(
  '../../examples/pages/{blog,chinese-news-gbk,forum-thread,shop-product,questions-answers,documentation}.html',
  { query: '?url', import: 'default', eager: true },
);

export const examples = ['blog', 'chinese-news-gbk', 'forum-thread', 'shop-product', 'questions-answers', 'documentation'];

export function address_of_example(name: string): string | undefined {
  return addresses[`../../examples/pages/${name}.html`];
}
