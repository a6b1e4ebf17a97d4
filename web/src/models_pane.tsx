// Learning from the labels: train, look at what each page gains, adopt, go back.

import { useEffect, useState } from 'preact/hooks';
import { labels, type Comparison, type Model } from './label_api';
import { convention_of } from './label_screen';
import { number, t, t_or } from './language';
import { Columns, Failure } from './parts';
import { words_of } from './page_state';
import { address_of, change, route } from './route';

const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value), 3)}`;

export function ModelsPane() {
  const [models, set_models] = useState<Model[] | null>(null);
  const [failure, set_failure] = useState('');
  const [how, set_how] = useState('continued');
  const [again, set_again] = useState(0);
  const shown = Number(route.value.parameters.model ?? 0);
  const is_running = models?.some((model) => model.state === 'running') ?? false;
  useEffect(() => {
    let current = true;
    labels
      .models()
      .then((all) => current && (set_models(all.models), set_failure('')))
      .catch((error) => current && set_failure(words_of(error)));
    const timer = is_running ? setTimeout(() => set_again(again + 1), 1000) : undefined;
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [again, is_running]);
  const act = async (what: () => Promise<unknown>) => {
    try {
      await what();
      set_failure('');
    } catch (error) {
      set_failure(words_of(error));
    }
    set_again(again + 1);
  };
  return (
    <section>
      <Failure text={failure} />
      <p class="lead">{t('models.lead')}</p>
      <div class="sets-bar">
        <label class="field">
          <span>{t('models.how')}</span>
          <select value={how} onChange={(event) => set_how(event.currentTarget.value)}>
            <option value="continued">{t('models.how.continued')}</option>
            <option value="whole">{t('models.how.whole')}</option>
          </select>
        </label>
        <button
          type="button"
          class="primary"
          disabled={is_running}
          onClick={() => void act(() => labels.train(how, '', convention_of()))}
        >
          {t('models.train')}
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('models.model')}>
        <table class="list">
          <Columns names={[t('models.model'), t('models.state'), t('models.difference'), t('models.use')]} />
          <tbody>
            <tr>
              <th scope="row">{t('models.shipped')}</th>
              <td />
              <td />
              <td>
                {models && !models.some((model) => model.adopted) ? (
                  t('models.in-use')
                ) : (
                  <button type="button" onClick={() => void act(() => labels.adopt(0))}>
                    {t('models.adopt')}
                  </button>
                )}
              </td>
            </tr>
            {[...(models ?? [])].reverse().map((model) => (
              <tr key={model.number}>
                <th scope="row">
                  <a href={address_of('label', { ...route.value.parameters, model: String(model.number) })}>
                    {t('models.number', number(model.number))}
                  </a>
                  <small>{model.made.replace('T', ' ').replace('Z', '')}</small>
                </th>
                <td>
                  {t_or('models.state.', model.state)}
                  {model.state === 'running' && (
                    <button type="button" onClick={() => void act(() => labels.cancel(model.number))}>
                      {t('models.cancel')}
                    </button>
                  )}
                  {model.state !== 'done' && model.log && <pre class="log">{model.log}</pre>}
                </td>
                <td>
                  {model.difference !== undefined &&
                    t('models.gain', signed(model.difference), signed(model.low!), signed(model.high!), number(model.pages!))}
                </td>
                <td>
                  {model.adopted
                    ? t('models.in-use')
                    : model.state === 'done' && (
                        <button type="button" onClick={() => void act(() => labels.adopt(model.number))}>
                          {t('models.adopt')}
                        </button>
                      )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown > 0 && <Compared key={shown} number_of={shown} />}
    </section>
  );
}

function Compared({ number_of }: { number_of: number }) {
  const [found, set_found] = useState<Comparison | null>(null);
  const [failure, set_failure] = useState('');
  useEffect(() => {
    labels
      .comparison(number_of)
      .then(set_found)
      .catch((error) => set_failure(words_of(error)));
  }, [number_of]);
  if (failure)
    return (
      <p class="failure" role="alert">
        {failure}
      </p>
    );
  if (!found) return null;
  const pages = [...found.pages].sort((a, b) => a.after - a.before - (b.after - b.before));
  const all = found.kinds[0]!;
  return (
    <section class="compared-model">
      <h2>
        {t('models.compared', number(number_of), found.against === 'shipped' ? t('models.shipped') : t('models.number', found.against))}{' '}
        <button type="button" onClick={() => change({ model: undefined }, false)}>
          {t('models.close')}
        </button>
      </h2>
      <p>{t(all.low > 0 ? 'models.better' : all.high < 0 ? 'models.worse' : 'models.unsure', number(found.sites))}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('models.difference')}>
        <table class="list">
          <Columns names={[t('label.kind'), t('models.before'), t('models.after'), t('models.difference')]} />
          <tbody>
            {found.kinds.map((kind) => (
              <tr key={kind.kind}>
                <th scope="row">{kind.kind ? t_or('type.', kind.kind) : t('label.kind.all')}</th>
                <td>{number(kind.before, 3)}</td>
                <td>{number(kind.after, 3)}</td>
                <td>{t('models.gain', signed(kind.difference), signed(kind.low), signed(kind.high), number(kind.pages))}</td>
              </tr>
            ))}
            {pages.map((page) => (
              <tr key={page.id}>
                <td>
                  <a href={address_of('label', { page: page.id })} dir="auto">
                    {page.id}
                  </a>
                </td>
                <td>{number(page.before, 3)}</td>
                <td>{number(page.after, 3)}</td>
                <td>{signed(page.after - page.before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
