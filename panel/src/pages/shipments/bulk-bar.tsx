import { Ban, ClipboardList, FileStack, RotateCw, Tag, Truck, Undo2, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SortedBy } from '../../api/shipments.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useCounts } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { type Selection, sizeOf } from './selection.ts';
import { shipmentsWords } from './shipments-words.ts';

/** Loaded with the first selection, and with the first action. */
const PapersMenu = lazy(async () => ({ default: (await import('./papers-menu.tsx')).PapersMenu }));
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

const ACTIONS = ['label', 'ship', 'manifest', 'reattempt', 'rto', 'tag', 'cancel'] as const;
const ICONS = {
  label: FileStack,
  ship: Truck,
  manifest: ClipboardList,
  reattempt: RotateCw,
  rto: Undo2,
  tag: Tag,
  cancel: Ban,
} as const satisfies Record<BulkAction, unknown>;
/** The service prints at most this many shipments at once; more are a job. */
const MOST_PRINTED = 200;
const ORDERS = ['desc', 'asc'] as const;
const SORTS = ['created_at', 'last_scan_at'] as const satisfies readonly SortedBy[];
/** Actions for managers: they decide about money and parcels. */
const OF_MANAGERS: readonly BulkAction[] = ['reattempt', 'rto', 'cancel'];

/** The bar with the number of matches, the selection, and the actions on it. */
export function BulkBar({
  of,
  selection,
  filter,
  total,
  onSelectAll,
  onClear,
  sort,
  onSort,
}: {
  of: 'shipments' | 'orders';
  selection: Selection;
  filter: Record<string, unknown>;
  total: number | null;
  onSelectAll: () => void;
  onClear: () => void;
  /** What the list is sorted by, as `created_at desc`; null if the head of a column says so. */
  sort: `${SortedBy} ${'asc' | 'desc'}` | null;
  onSort: (by: SortedBy, order: 'asc' | 'desc') => void;
}) {
  const words = useWords(shipmentsWords);
  const actions = useWords(actionWords);
  const counts = useCounts();
  const isManager = useMayActAs('manager');
  const [action, setAction] = useState<BulkAction | null>(null);
  const size = sizeOf(selection);
  return (
    <footer className="bar no-print">
      {size === 0 ? (
        <>
          <span aria-live="polite">{total === null ? ' ' : counts[of](total)}</span>
          {sort !== null && (
            <span className="push">
              <SmallChoice
                label={words.sortBy}
                value={sort}
                options={SORTS.flatMap((by) =>
                  ORDERS.map((order) => [`${by} ${order}` as const, words.sorts[by][order]] as const),
                )}
                onChoose={(to) => {
                  const [by, order] = to.split(' ') as [SortedBy, 'asc' | 'desc'];
                  onSort(by, order);
                }}
              />
            </span>
          )}
        </>
      ) : (
        <>
          <span className="strong" aria-live="polite">
            {selection.kind === 'all' ? words.allSelected(size) : words.selected(size)}
          </span>
          {selection.kind === 'some' && total !== null && total > size && (
            <button type="button" className="button bare small" onClick={onSelectAll}>
              {words.selectAll(total)}
            </button>
          )}
          <button
            type="button"
            className="button bare small icon"
            aria-label={words.clearSelection}
            title={`${words.clearSelection} (Esc)`}
            onClick={onClear}
          >
            <X aria-hidden="true" />
          </button>
          <span className="push" />
          {selection.kind === 'some' && size <= MOST_PRINTED && (
            <Suspense>
              <PapersMenu ids={[...selection.ids]} hasLabels={of === 'shipments'} />
            </Suspense>
          )}
          {ACTIONS.filter((one) => isManager || !OF_MANAGERS.includes(one)).map((one) => {
            const Icon = ICONS[one];
            return (
              <button
                key={one}
                type="button"
                className={one === 'cancel' ? 'button small danger' : 'button small'}
                onClick={() => setAction(one)}
              >
                <Icon aria-hidden="true" />
                {actions.name[one]}
              </button>
            );
          })}
        </>
      )}
      {action && (
        <Suspense>
          <BulkDialog
            action={action}
            selection={selection}
            filter={filter}
            onClose={() => setAction(null)}
            onDone={onClear}
          />
        </Suspense>
      )}
    </footer>
  );
}
