import type { RowsColumn } from './list/data-table.tsx';

/**
 * A row on a phone, from the `card` of each column: the title with its amount, the state, the line
 * below, and the other values with their labels.
 */
export function RowCard<Row>({ row, columns }: { row: Row; columns: readonly RowsColumn<Row>[] }) {
  const title = columns.find(({ card }) => card === 'title') ?? columns[0];
  const others = columns.filter((one) => one !== title);
  const placed = (place: RowsColumn<Row>['card']) => others.filter(({ card }) => card === place);
  const unplaced = placed(undefined);
  const main = placed('main')[0];
  const lines = [...placed('state'), ...placed('plain')];
  const details = unplaced.filter(({ header }) => header !== '');
  const actions = unplaced.filter(({ header }) => header === '');
  return (
    <div className="record">
      <div className="record-text">
        <div className="record-title">{title?.cell(row)}</div>
        {lines.length > 0 && (
          <div className="record-line">
            {lines.map(({ id, cell }) => (
              <div key={id}>{cell(row)}</div>
            ))}
          </div>
        )}
      </div>
      {main && (
        <div className="record-main">
          <div>{main.cell(row)}</div>
          {main.number && <div className="quiet small">{main.header}</div>}
        </div>
      )}
      {actions.map(({ id, cell }) => (
        <div key={id} className="record-acts">
          {cell(row)}
        </div>
      ))}
      {details.length > 0 && (
        <dl className="record-details">
          {details.map(({ id, header, cell }) => (
            <div key={id}>
              <dt>{header}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
