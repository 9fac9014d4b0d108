import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { RowNote } from '../../api/imports.ts';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/sentences.ts';
import { fileWords } from './file-words.ts';

/** The rows with sentences about them, in order. */
export function notesByLine({
  problems,
  warnings,
}: {
  problems: readonly RowNote[];
  warnings: readonly RowNote[];
}) {
  const problemsAt = Map.groupBy(problems, ({ line }) => line);
  const warningsAt = Map.groupBy(warnings, ({ line }) => line);
  const lines = [...new Set([...problemsAt.keys(), ...warningsAt.keys()])].sort((a, b) => a - b);
  return lines.map((line) => {
    return { line, problems: problemsAt.get(line) ?? [], warnings: warningsAt.get(line) ?? [] };
  });
}

/** Sentences about a row or a cell, in the reader's words where there are any. */
export function Notes({
  notes,
  isOdd = false,
  headings = null,
  onUse,
}: {
  notes: readonly RowNote[];
  /** Warnings: the row is imported. */
  isOdd?: boolean;
  /** Puts the heading of its column before sentences that do not name it. */
  headings?: ((note: RowNote) => string | null) | null;
  /** Corrects the cell. */
  onUse?: (value: string) => void;
}) {
  const words = useWords(fileWords);
  const inWords = useSentences();
  const Icon = isOdd ? TriangleAlert : CircleAlert;
  // The first of them says the same for all carriers.
  const [, ...carriers] = notes.filter(({ code }) => code === 'no_carrier');
  const shown = notes.filter((note) => !carriers.includes(note));
  return shown.map((note) => {
    const { code, column, field, message, message_details: said, expected } = note;
    const own =
      code === 'conflict' && column === null
        ? words.elsewhere
        : code === 'no_carrier' && carriers.length === 0
          ? undefined
          : words.note[code];
    const isNamed = own === undefined && 'field' in said.values;
    const heading = isNamed ? null : headings?.(note);
    return (
      <div className={isOdd ? 'odd' : 'wrong'} key={`${field} ${message}`}>
        <p>
          <Icon size={12} aria-hidden="true" /> {heading && `${heading}: `}
          {own ?? inWords(said)} {!onUse && expected !== undefined && `${words.use(expected)}.`}
        </p>
        {onUse && expected !== undefined && (
          <button type="button" className="button small" onClick={() => onUse(expected)}>
            {words.use(expected)}
          </button>
        )}
        {code === 'no_carrier' && carriers.length > 0 && (
          <details>
            <summary>{words.why}</summary>
            <ul>
              {carriers.map((one) => (
                <li key={one.message}>{inWords(one.message_details)}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    );
  });
}
