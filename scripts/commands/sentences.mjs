import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript-5';
import { inTree } from './place.mjs';

/**
 * The template of a sentence that the service says: its name, and its English text with `{name}` for each value.
 *
 * @typedef {{ readonly name: string, readonly text: string }} Template
 */

const PAGE = 'docs/reference/sentences.md';
const LIST = 'src/http/document/sentence-templates.ts';

/** Writes the list of sentences for the API document, and the page of the reference. */
export function writeSentences() {
  for (const { file, content } of listsOf(listTemplates())) writeFileSync(inTree(file), content);
}

/** @returns {string | null} what is wrong with the sentences or with their lists */
export function sentencesTrouble() {
  try {
    const stale = listsOf(listTemplates()).filter(({ file, content }) => {
      return !existsSync(inTree(file)) || readFileSync(inTree(file), 'utf8') !== content;
    });
    return stale.length === 0 ? null : 'The lists of sentences are not up to date: run `npm run sentences`.';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * The files that list the sentences.
 *
 * @param {readonly Template[]} templates
 */
export function listsOf(templates) {
  return [
    { file: LIST, content: listOf(templates) },
    { file: PAGE, content: pageOf(templates) },
  ];
}

/**
 * Finds every `say('name', 'text')` and `about('name', 'text')` in `src`.
 *
 * @returns {readonly Template[]} by name
 * @throws {Error} if a name has two texts, or is no literal
 */
export function listTemplates() {
  /** @type {Map<string, string>} */
  const found = new Map();
  const files = readdirSync(inTree('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  for (const file of files) {
    const text = readFileSync(inTree('src', file), 'utf8');
    if (!/\b(?:say|about)\(/.test(text)) continue;
    for (const template of templatesIn(text, file)) {
      const other = found.get(template.name);
      if (other !== undefined && other !== template.text) {
        throw new Error(`src/${file}: ${template.name} has two texts: "${other}" and "${template.text}"`);
      }
      found.set(template.name, template.text);
    }
  }
  return [...found].map(([name, text]) => ({ name, text })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} text of a file
 * @param {string} file for messages
 * @returns {Template[]}
 */
function templatesIn(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Template[]} */
  const templates = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const called = node.expression.text;
      const [name, english] = node.arguments;
      if ((called === 'say' || called === 'about') && isOurs(source, called)) {
        if (!name || !english || !ts.isStringLiteralLike(name) || !ts.isStringLiteralLike(english)) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          throw new Error(`src/${file}:${line + 1}: the name and the text of a sentence must be literals`);
        }
        templates.push({
          name: name.text,
          text: called === 'about' ? `{field} ${english.text}` : english.text,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return templates;
}

/** @param {ts.SourceFile} source @param {string} name */
function isOurs(source, name) {
  if (source.fileName === 'problems/sentence.ts') return true;
  return source.statements.some(
    (one) =>
      ts.isImportDeclaration(one) &&
      one.moduleSpecifier.getText().includes('/sentence.ts') &&
      one.importClause?.namedBindings?.getText().match(new RegExp(`\\b${name}\\b`)) != null,
  );
}

/** As in biome.json. */
const LINE_WIDTH = 110;

/** @param {readonly Template[]} templates */
function listOf(templates) {
  const lines = templates.map(({ name, text }) => {
    const line = `  ${name}: ${quoted(text)},`;
    return line.length <= LINE_WIDTH ? line : `  ${name}:\n    ${quoted(text)},`;
  });
  return `/** Every sentence that the service says to clients, by its name. \`npm run sentences\` writes this file. */
export const SENTENCE_TEMPLATES = {
${lines.join('\n')}
} as const;
`;
}

/** @param {string} text */
function quoted(text) {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** @param {readonly Template[]} templates */
function pageOf(templates) {
  const rows = templates.map(({ name, text }) => `| \`${name}\` | ${text.trim().replaceAll('|', '\\|')} |`);
  return `# Sentences

<!-- \`npm run sentences\` writes this page from the source. -->

What the service says to people is English, and each sentence has a name: \`template\`. A client translates the template and fills in
\`values\`. Names keep their meaning, also when the English text is reworded; newer versions add names. A client shows a name that it does
not know in English (\`message\`).

A value is text as it was sent (at most 200 characters), a number, a list, or an object with its English \`text\` and a \`type\`:
\`money\` (rupees), \`day\`, \`time\`, \`field\` (the path of a field of the request), \`word\` (a word of the API, such as a status), or
\`sentence\`, which has a \`template\` and \`values\` of its own. \`partner_said\` has the words of a courier or a shop,
and \`as_written\` all words of a person, or the text of an older version.

| \`template\` | \`message\` |
|---|---|
${rows.join('\n')}
`;
}
