/** The parts of a statement that may contain a semicolon: comments, texts, quoted names, and bodies between dollars. */
const PARTS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^-'"$;]+|[\s\S]/g;

/** The statements of a migration, one by one: Citus hands each on to other nodes by the text that it came in. */
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
