import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.ts';

/** The strings in a source. Each `${...}` stays as it is; strings inside of it are also returned separately. */
export function textsOf(source: string): string[] {
  const texts: string[] = [];
  let at = 0;
  const isRegExp = () => /(?:[(,=:[!&|?{};]|return)\s*$/.test(source.slice(Math.max(at - 20, 0), at));
  const skipTo = (end: string) => {
    at = source.indexOf(end, at) + end.length;
  };
  const code = (until: string | null) => {
    for (let depth = 0; at < source.length; ) {
      const char = source.charAt(at);
      if (char === until && depth === 0) return;
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      if (source.startsWith('//', at)) skipTo('\n');
      else if (source.startsWith('/*', at)) skipTo('*/');
      else if (char === "'" || char === '"') plain(char);
      else if (char === '`') template();
      else if (char === '/' && isRegExp()) {
        at += /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//.exec(source.slice(at))?.[0].length ?? 1;
      } else at += 1;
    }
  };
  const plain = (quote: string) => {
    const start = at + 1;
    for (at = start; source.charAt(at) !== quote; at += 1) if (source.charAt(at) === '\\') at += 1;
    texts.push(source.slice(start, at));
    at += 1;
  };
  const template = () => {
    let text = '';
    for (at += 1; source.charAt(at) !== '`'; ) {
      if (source.startsWith('${', at)) {
        const start = at;
        at += 2;
        code('}');
        at += 1;
        text += source.slice(start, at);
      } else {
        text += source.charAt(at);
        at += 1;
      }
    }
    at += 1;
    texts.push(text);
  };
  code(null);
  return texts;
}

/** A statement in the sources. */
export interface Statement {
  /** Its path in the project, without `src/`. */
  readonly file: string;
  readonly text: string;
}

/** Every SQL statement in the sources of these folders of the project. */
export function readStatements(folders: readonly string[]): Statement[] {
  return folders.flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        textsOf(readFileSync(join(PACKAGE_ROOT, file), 'utf8'))
          .filter((text) => STATEMENT.test(text))
          .map((text) => ({ file: file.replace(/^src\//, ''), text })),
      ),
  );
}

const STATEMENT = /^\s*(?:select|with|insert|update|delete)\b/;

/** The parts of a text before, between and after each `${...}`. */
export function literalsOf(text: string): string[] {
  const literals = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (!text.startsWith('${', at)) {
      literals[literals.length - 1] += text.charAt(at);
      continue;
    }
    for (let depth = 0; at < text.length; at += 1) {
      if (text.charAt(at) === '{') depth += 1;
      if (text.charAt(at) === '}') depth -= 1;
      if (text.charAt(at) === '}' && depth === 0) break;
    }
    literals.push('');
  }
  return literals;
}

/** The name of a statement in lists: its file and its first line. */
export function nameOf({ file, text }: Statement): string {
  return `${file}: ${text.trim().split('\n')[0]}`;
}
