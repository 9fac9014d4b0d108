import { ArrowDown, ArrowUp } from 'lucide-react';
import { Popup } from '../../parts/filter-menu.tsx';
import { useWords } from '../../words/language.ts';
import { USUAL } from './columns.tsx';
import { shipmentsWords } from './shipments-words.ts';

export function ColumnMenu({
  all,
  chosen,
  onChange,
}: {
  all: readonly { readonly id: string; readonly header: string }[];
  chosen: readonly string[];
  onChange: (columns: readonly string[] | undefined) => void;
}) {
  const words = useWords(shipmentsWords);
  const ordered = [
    ...chosen.flatMap((id) => all.filter((column) => column.id === id)),
    ...all.filter(({ id }) => !chosen.includes(id)),
  ];
  const move = (id: string, by: -1 | 1) => {
    const at = chosen.indexOf(id);
    const moved = [...chosen];
    moved.splice(at, 1);
    moved.splice(at + by, 0, id);
    onChange(moved);
  };
  return (
    <Popup label={words.columns} className="button">
      <p className="small quiet">{words.columnsHint}</p>
      <ul>
        {ordered.map(({ id, header }) => {
          const at = chosen.indexOf(id);
          return (
            <li className="line" key={id} style={{ flexWrap: 'nowrap' }}>
              <label className="check" style={{ flex: 1 }}>
                <input
                  type="checkbox"
                  checked={at >= 0}
                  disabled={at >= 0 && chosen.length === 1}
                  onChange={() => onChange(at >= 0 ? chosen.filter((one) => one !== id) : [...chosen, id])}
                />
                {header}
              </label>
              {at > 0 && (
                <button
                  type="button"
                  className="button bare small icon"
                  aria-label={words.up(header)}
                  onClick={() => move(id, -1)}
                >
                  <ArrowUp aria-hidden="true" />
                </button>
              )}
              {at >= 0 && at < chosen.length - 1 && (
                <button
                  type="button"
                  className="button bare small icon"
                  aria-label={words.down(header)}
                  onClick={() => move(id, 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {chosen.join() !== USUAL.join() && (
        <button type="button" className="button small bare" onClick={() => onChange(undefined)}>
          {words.usual}
        </button>
      )}
    </Popup>
  );
}
