import { LongField, TextField, Tick } from '../../parts/field.tsx';
import { Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { newReturnWords } from './new-return-words.ts';
import { type Good, sentIndex } from './return-draft.ts';

/** The delivered items: which come back, how many, and what the courier checks at pickup. */
export function Goods({
  goods,
  sentAs,
  wrong,
  onChange,
}: {
  goods: readonly Good[];
  sentAs: 'order_items' | 'return_items';
  wrong: (...fields: string[]) => string | null;
  onChange: (goods: readonly Good[]) => void;
}) {
  const words = useWords(newReturnWords);
  return (
    <section className="card stack tight" aria-labelledby="goods">
      <h2 id="goods">{words.goods}</h2>
      {wrong(sentAs) && (
        <p className="wrong" role="alert">
          {wrong(sentAs)}
        </p>
      )}
      {goods.map((good, at) => {
        const change = (changed: Partial<Good>) =>
          onChange(goods.map((one) => (one === good ? { ...one, ...changed } : one)));
        const of = (field: string) => wrong(`${sentAs}[${sentIndex(goods, at)}].${field}`);
        const name = (
          <>
            {good.name} {good.sku && <span className="mono quiet">{good.sku}</span>}{' '}
            <Rupees value={good.price} />
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of goods never changes
          <div className="good" key={at}>
            <Tick
              label={name}
              checked={good.comes}
              onChange={({ target }) => change({ comes: target.checked })}
            />
            {good.comes && (
              <>
                <TextField
                  label={`${words.units} (${words.of(good.delivered)})`}
                  type="number"
                  min={1}
                  max={good.delivered}
                  required
                  value={good.units}
                  wrong={of('units')}
                  onChange={({ target }) => change({ units: target.value })}
                />
                <Tick
                  label={words.check}
                  checked={good.checked}
                  onChange={({ target }) => change({ checked: target.checked })}
                />
              </>
            )}
            {good.comes && good.checked && (
              <div className="fields">
                <TextField
                  label={words.picture}
                  hint={words.pictureHint}
                  type="url"
                  required
                  value={good.picture}
                  wrong={of('qc_product_image')}
                  onChange={({ target }) => change({ picture: target.value })}
                />
                <LongField
                  label={words.questions}
                  hint={words.questionsHint}
                  wide={false}
                  rows={2}
                  value={good.questions}
                  wrong={of('qc_questions')}
                  onChange={({ target }) => change({ questions: target.value })}
                />
              </div>
            )}
          </div>
        );
      })}
    </section>
  );
}
