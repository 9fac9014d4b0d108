import Papa from 'papaparse';

/** The first sentences of a file of results, each once; no more rows are read than they take. */
export function failedSentences(csv: string, most: number): string[] {
  const sentences = new Set<string>();
  Papa.parse<{ result: string; message: string }>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
    step: ({ data: { result, message } }, parser) => {
      if (result === 'failed') sentences.add(message);
      if (sentences.size === most) parser.abort();
    },
  });
  return [...sentences];
}
