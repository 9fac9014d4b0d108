/** Parts of a statement that may contain a semicolon: comments, strings, quoted names, function bodies. */
const PARTS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^-'"$;]+|[\s\S]/g;

/** Splits a migration into statements, because Citus passes the text of each statement on to other nodes. */
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
