// Reasons in words, taken apart: the verdict, and what spoke for and against it.

import { language } from './language';

export interface Factor {
  words: string;
  weight: number;
}

export interface Reason {
  verdict: string;
  for_it: Factor[];
  against_it: Factor[];
}

function factors(text: string): Factor[] {
  return [...text.matchAll(/(.+?) ([+-]\d+(?:\.\d+)?)(?:, |$)/g)].map((match) => ({
    words: translate(match[1] ?? ''),
    weight: Number(match[2]),
  }));
}

export function read_reason(reason: string): Reason {
  const [verdict = '', rest = ''] = reason.split('; for: ', 2);
  const [for_it = '', against_it = ''] = rest.split('; against: ', 2);
  return { verdict: translate_verdict(verdict), for_it: factors(for_it), against_it: factors(against_it) };
}

// The default method's words. Those of the methods of the literature are shown as they are.
const chinese: Record<string, string> = {
  'main content': '是正文',
  'stands where the posts have their text': '位于帖子的正文位置',
  'between blocks of the same markup that are kept': '夹在标记相同且被保留的块之间',
  'not likely enough': '可能性不够',
  'a comment of a reader': '读者评论',
  'a copy of a likelier block': '与另一更可能的块重复',
  'stands around a product or a thread': '位于商品或帖子周边',
  'part of a table, a list or code that is kept whole': '所在的表格、列表或代码被整体保留',
  'heads a section that is kept': '是被保留小节的标题',
  'stands where nearly all text of a small page does': '小网页的大部分文字都在此处',
  'half of something, a heading with nothing under it or a button': '不完整：其下无内容的标题，或按钮',
  'all of a fragment without links is kept': '无链接的片段整体保留',
  'nothing is kept, as no block of the page is likely enough': '没有一块的可能性足够，因此全部舍弃',
  'nothing is kept, as the page seems to have no main content at all': '网页似乎没有正文，因此全部舍弃',
  'too many blocks or elements to judge each; inside a part of dense text': '块或元素过多，未逐一判断；位于文字密集处',
  'too many blocks or elements to judge each; outside the parts of dense text': '块或元素过多，未逐一判断；不在文字密集处',
  'running text': '连贯的文字',
  'hardly any running text': '几乎没有连贯的文字',
  'few links': '链接少',
  links: '链接',
  'no other copy of it': '没有重复',
  'copies of it on the page': '网页上有重复',
  'the first of its copies': '重复中的第一个',
  'a further copy': '后面的重复',
  'words of the title': '含标题中的词',
  "its words and the title's": '用词与标题',
  'after the title': '在标题之后',
  'its distance from the title': '与标题的距离',
  'after the headline': '在大标题之后',
  'its distance from the headline': '与大标题的距离',
  'no heading or one that belongs': '不是标题，或属于正文的标题',
  'the kind of heading': '标题的种类',
  'the heading above it': '其上的标题',
  'the heading below it': '其下的标题',
  'inside the part with most of the text': '在文字最多的部分之内',
  'outside the part with most of the text': '在文字最多的部分之外',
  'inside the best-scoring container': '在得分最高的容器之内',
  'outside the best-scoring container': '在得分最高的容器之外',
  'in a container that scores well': '在得分较高的容器中',
  'outside the containers that score well': '不在得分较高的容器中',
  'a container full of paragraphs': '容器内段落多',
  'a container with hardly any paragraphs': '容器内几乎没有段落',
  'near the best-scoring container': '靠近得分最高的容器',
  'far from the best-scoring container': '远离得分最高的容器',
  'blocks of the same tags are text': '相同标签的块是文字',
  'blocks of the same tags are no text': '相同标签的块不是文字',
  'blocks of the same markup are text': '相同标记的块是文字',
  'blocks of the same markup are no text': '相同标记的块不是文字',
  'part of a post': '帖子的一部分',
  'apparatus of a post or comment': '帖子或评论的附属信息',
  'not among comments': '不在评论中',
  'among comments': '在评论中',
  'the kind of page': '网页的类型',
  'its place on the page': '在网页上的位置',
  'lists around it': '周围的列表',
  'how it is shown': '显示方式',
  'in sight': '可见',
  'out of sight': '不可见',
  'a caption, button or the like': '图注、按钮之类',
  'the elements around it': '外层元素',
  'text around it': '周围的文字',
  'little text or many links around it': '周围文字少或链接多',
  'the blocks before it': '前面的块',
  'the blocks behind it': '后面的块',
  'its names': '名称',
  nothing: '无',
};

export const translated_words = Object.keys(chinese);

function translate(words: string): string {
  const names = /^names \((.*)\)$/.exec(words);
  if (names) return language.value === 'zh' ? `元素与类的名称：${names[1]}` : `names of elements and classes: ${names[1]}`;
  if (language.value !== 'zh') return words;
  return chinese[words] ?? words;
}

function translate_verdict(verdict: string): string {
  if (language.value !== 'zh') return verdict;
  const filtered = /^taken out by filter (\d+), (\w+): (.*)$/.exec(verdict);
  if (filtered) return `被过滤器 ${filtered[1]}（${filtered[2]}）去掉：${filtered[3]}`;
  const match = /^(.*?)(?:, | \()probability ([\d.]+)\)?(?:; probability of the block ([\d.]+))?(?: \(cut at ([\d.]+)\))?$/.exec(
    verdict.replace('; probability of this one ', ', probability '),
  );
  if (!match) return chinese[verdict] ?? verdict;
  const [, words = '', first, second, cut] = match;
  const known = chinese[words];
  if (!known) return verdict;
  return `${known}，概率 ${second ?? first}${cut ? `（阈值 ${cut}）` : ''}`;
}
