import { Plus, X } from 'lucide-react';
import { Choice } from '../../parts/choice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useWords } from '../../words/language.ts';
import { newReturnWords } from './new-return-words.ts';
import type { NewGood, ReturnDraft } from './return-draft.ts';

const BLANK: NewGood = { name: '', sku: '', units: '1', price: '' };

/** The items that go out in exchange, and when. */
export function NewGoods({
  draft,
  wrong,
  onChange,
}: {
  draft: ReturnDraft;
  wrong: (...fields: string[]) => string | null;
  onChange: (changed: Partial<ReturnDraft>) => void;
}) {
  const words = useWords(newReturnWords);
  const { news } = draft;
  return (
    <section className="card stack tight" aria-labelledby="news">
      <h2 id="news">{words.news}</h2>
      {news.map((good, at) => {
        const set = (changed: Partial<NewGood>) =>
          onChange({ news: news.map((one) => (one === good ? { ...one, ...changed } : one)) });
        const of = (field: string) => wrong(`order_items[${at}].${field}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other key
          <div className="item" key={at}>
            <TextField
              label={words.item}
              required
              value={good.name}
              wrong={of('name')}
              onChange={({ target }) => set({ name: target.value })}
            />
            <TextField
              label={words.sku}
              value={good.sku}
              wrong={of('sku')}
              onChange={({ target }) => set({ sku: target.value })}
            />
            <TextField
              label={words.units}
              type="number"
              min={1}
              required
              value={good.units}
              wrong={of('units')}
              onChange={({ target }) => set({ units: target.value })}
            />
            <TextField
              label={words.price}
              inputMode="decimal"
              required
              value={good.price}
              wrong={of('selling_price')}
              onChange={({ target }) => set({ price: target.value })}
            />
            <button
              type="button"
              className="button bare icon"
              aria-label={words.removeItem(at + 1)}
              disabled={news.length === 1}
              onClick={() => onChange({ news: news.filter((one) => one !== good) })}
            >
              <X aria-hidden="true" />
            </button>
          </div>
        );
      })}
      <div className="line apart">
        <button
          type="button"
          className="button small"
          onClick={() => onChange({ news: [...news, { ...BLANK }] })}
        >
          <Plus aria-hidden="true" />
          {words.add}
        </button>
        <Choice
          label={words.when}
          value={draft.dispatch}
          options={[
            ['at_once', words.dispatches.at_once],
            ['after_pickup', words.dispatches.after_pickup],
          ]}
          onChoose={(dispatch) => onChange({ dispatch })}
        />
      </div>
    </section>
  );
}
