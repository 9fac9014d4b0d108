/** Parts of a statement that may contain a semicolon: comments, texts, quoted names, bodies. */
const PARTS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^-'"$;]+|[\s\S]/g;

/** Splits a migration into statements, because Citus passes each on to other nodes by its text. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [part] of sql.matchAll(PARTS)) {
    if (part.startsWith('--')) continue;
    if (part !== ';') statement += part;
    else {
      statements.push(statement.trim());
      statement = '';
    }
  }
  return [...statements, statement.trim()].filter((text) => text !== '');
}
