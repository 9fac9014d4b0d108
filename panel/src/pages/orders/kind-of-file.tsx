import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/client.ts';
import { fileProfilesQuery } from '../../api/imports.ts';
import { Choice } from '../../parts/choice.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';

/** The kinds of file that fit, if the service could not decide which one it is; else none. */
export function fittingKinds(error: unknown): readonly string[] {
  const problems = error instanceof ApiProblem ? error.problems : [];
  const asks = problems.find(({ field, template }) => field === 'profile' && template === 'several_profiles');
  const fitting = asks?.values?.profiles as readonly { readonly value: string }[] | undefined;
  return fitting?.map(({ value }) => value) ?? [];
}

/** Asks which of the kinds that fit a file is. */
export function WhichKind({
  fitting,
  onChoose,
}: {
  fitting: readonly string[];
  onChoose: (kind: string) => void;
}) {
  const words = useWords(fileWords);
  return (
    <section className="card stack tight" aria-labelledby="which-kind" role="alert">
      <h2 id="which-kind">{words.whichKind}</h2>
      <div className="line">
        {[...fitting, 'own'].map((kind) => (
          <button key={kind} type="button" className="button" onClick={() => onChoose(kind)}>
            {words.profile[kind] ?? kind}
          </button>
        ))}
      </div>
    </section>
  );
}

/** Shows what kind of file it is, and lets people choose another one. */
export function KindOfFile({ kind, onChoose }: { kind: string | null; onChoose: (kind: string) => void }) {
  const words = useWords(fileWords);
  const own = useQuery(fileProfilesQuery).data ?? [];
  const isKept = kind !== null && words.profile[kind] === undefined;
  return (
    <Choice
      label={words.kind}
      hint={isKept ? words.readAsKept : undefined}
      value={kind ?? ''}
      options={[...own.map(({ name }) => [name, name] as const), ...Object.entries(words.profile)]}
      onChoose={onChoose}
    />
  );
}
