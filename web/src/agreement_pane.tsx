// What two say of the same pages: how far they agree, each difference side by side, and what is to hold.

import { useEffect, useState } from 'preact/hooks';
import { labels, type Agreement, type Label, type LabelPage } from './label_api';
import { annotator, convention_of } from './label_screen';
import { number, t } from './language';
import { Columns, Failure } from './parts';
import { words_of } from './page_state';
import { change, route } from './route';

export function AgreementPane() {
  const [names, set_names] = useState<string[]>([]);
  const [found, set_found] = useState<Agreement | null>(null);
  const [failure, set_failure] = useState('');
  const { first = names[0] ?? '', second = names[1] ?? '' } = route.value.parameters;
  const convention = convention_of();
  useEffect(() => {
    labels
      .overview()
      .then((all) => set_names(Object.keys(all.annotators)))
      .catch((error) => set_failure(words_of(error)));
  }, []);
  useEffect(() => {
    if (!first || !second || first === second) return set_found(null);
    let current = true;
    labels
      .agreement(first, second, convention)
      .then((agreement) => current && set_found(agreement))
      .catch((error) => current && set_failure(words_of(error)));
    return () => {
      current = false;
    };
  }, [first, second, convention]);
  const choice = (name: 'first' | 'second', value: string) => (
    <label class="field">
      <span>{t(`agreement.${name}`)}</span>
      <select value={value} onChange={(event) => change({ [name]: event.currentTarget.value }, false)}>
        {names.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section>
      <Failure text={failure} />
      {names.length < 2 ? (
        <p class="lead">{t('agreement.alone')}</p>
      ) : (
        <div class="sets-bar">
          {choice('first', first)}
          {choice('second', second)}
        </div>
      )}
      {found && found.pages.length === 0 && <p class="lead">{t('agreement.none')}</p>}
      {found && found.pages.length > 0 && (
        <>
          <p role="status" class="figures">
            {t(
              'agreement.figures',
              number(found.pages.length),
              number(found.all.blocks),
              number(found.all.kappa, 3),
              number(found.all.observed, 3),
              number(found.all.expected, 3),
              number(found.all.mean_f1, 3),
            )}
          </p>
          {found.pages.map((page) => (
            <ComparedPage key={page.id} page={page} first={first} second={second} />
          ))}
        </>
      )}
    </section>
  );
}

function ComparedPage({ page, first, second }: { page: Agreement['pages'][number]; first: string; second: string }) {
  const { disagreements, kappa, f1 } = page.comparison;
  const [choices, set_choices] = useState<Record<string, 'first' | 'second'>>({});
  const [done, set_done] = useState('');
  const key = (d: (typeof disagreements)[number]) => `${d.what} ${d.block}`;
  const settle = async () => {
    try {
      const stored = await labels.page(page.id);
      await labels.settle(page.id, annotator.value || first, convention_of(), merged(stored, first, second, choices));
      set_done(t('agreement.settled'));
    } catch (error) {
      set_done(words_of(error));
    }
  };
  return (
    <details class="compared" open={disagreements.length > 0 && disagreements.length < 20}>
      <summary>
        <span dir="auto">{page.id}</span>
        <small>{t('agreement.page', number(kappa, 3), number(f1, 3), number(disagreements.length))}</small>
      </summary>
      {disagreements.length > 0 && (
        <table class="list">
          <Columns names={[t('agreement.what'), first, second]} />
          <tbody>
            {disagreements.map((d) => (
              <tr key={key(d)}>
                <th scope="row" dir="auto">
                  {d.text || t(d.what === 'page_type' ? 'label.kind.of' : `label.field.${d.what as 'title' | 'author' | 'date'}`)}
                </th>
                {(['first', 'second'] as const).map((side) => (
                  <td key={side}>
                    <label class="check">
                      <input
                        type="radio"
                        name={`${page.id} ${key(d)}`}
                        checked={(choices[key(d)] ?? 'first') === side}
                        onChange={() => set_choices({ ...choices, [key(d)]: side })}
                      />
                      {d[side] === '' ? t('agreement.left') : d[side] === 'kept' ? t('agreement.kept') : d[side]}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void settle()}>
          {t('agreement.settle')}
        </button>
        <span role="status">{done}</span>
      </div>
    </details>
  );
}

/// The first label, with what was chosen of the second in its place.
function merged(page: LabelPage, first: string, second: string, choices: Record<string, 'first' | 'second'>): Label {
  const of = (name: string) =>
    page.labels.find((e) => !e.settled && e.annotator === name && e.convention === convention_of())!.label;
  const ours = of(first);
  const theirs = of(second);
  const wants_theirs = (what: string, block = '') => choices[`${what} ${block}`] === 'second';
  const order = new Map(page.blocks.map((block, b) => [block.name, b]));
  const body_of = (label: Label, name: string) => label.bodies.findIndex((body) => body.blocks.includes(name));
  const bodies = ours.bodies.map((body) => ({
    ...body,
    blocks: body.blocks.filter((name) => body_of(theirs, name) >= 0 || !wants_theirs('block', name)),
  }));
  for (const body of theirs.bodies) {
    for (const name of body.blocks) {
      if (body_of(ours, name) >= 0 || !wants_theirs('block', name)) continue;
      // To the body that its neighbours of the same body are in.
      const near = body.blocks.map((other) => bodies.findIndex((mine) => mine.blocks.includes(other))).find((b) => b >= 0);
      if (near === undefined) bodies.push({ ...body, blocks: [name] });
      else bodies[near]!.blocks.push(name);
    }
  }
  for (const body of bodies) body.blocks.sort((a, b) => order.get(a)! - order.get(b)!);
  const field = <K extends 'title' | 'author' | 'date' | 'page_type'>(name: K) => (wants_theirs(name) ? theirs : ours)[name];
  const title_block = wants_theirs('title') ? theirs.title_block : ours.title_block;
  return {
    ...ours,
    title: field('title'),
    title_block,
    author: field('author'),
    date: field('date'),
    page_type: field('page_type'),
    bodies: bodies
      .map((body) => ({ ...body, blocks: body.blocks.filter((name) => name !== title_block) }))
      .filter((body) => body.blocks.length > 0)
      .sort((a, b) => order.get(a.blocks[0]!)! - order.get(b.blocks[0]!)!),
    comments: ours.comments
      .map((comment) => ({ ...comment, blocks: comment.blocks.filter((name) => !bodies.some((b) => b.blocks.includes(name))) }))
      .filter((comment) => comment.blocks.length > 0),
  };
}
