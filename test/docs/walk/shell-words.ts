/** A command of a shell block: its variables, and its words. */
export interface ShellCommand {
  readonly sets: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/**
 * Reads the small part of the shell's language that pages use: words, both kinds of quotes, `$NAME`,
 * `NAME=value`, `;`, comments and lines continued with `\`. Each command is read in its turn, so that it sees
 * the variables of earlier ones.
 */
export function* readShell(
  text: string,
  variables: Readonly<Record<string, string>>,
): Generator<ShellCommand> {
  let at = 0;
  const value = (): string => {
    const name = /^\$(\w+)/.exec(text.slice(at))?.[1];
    if (name === undefined) throw new Error(`Not understood: ${text.slice(at, at + 20)}`);
    at += name.length + 1;
    const found = variables[name];
    if (found === undefined) throw new Error(`$${name} is not set`);
    return found;
  };
  const quoted = (quote: string): string => {
    let inside = '';
    for (at += 1; text.charAt(at) !== quote; ) {
      if (at >= text.length) throw new Error('A quote does not end');
      if (quote === '"' && text.charAt(at) === '$') inside += value();
      else inside += text.charAt(at++);
    }
    at += 1;
    return inside;
  };
  while (at < text.length) {
    const words: string[] = [];
    let word: string | null = null;
    for (; at < text.length; ) {
      const sign = text.charAt(at);
      if (sign === '\n' || sign === ';') break;
      if (sign === "'" || sign === '"') word = (word ?? '') + quoted(sign);
      else if (sign === '$') word = (word ?? '') + value();
      else if (sign === '#' && word === null) {
        const end = text.indexOf('\n', at);
        at = end < 0 ? text.length : end;
      } else {
        const isGap = sign === ' ' || text.startsWith('\\\n', at);
        if (!isGap) word = (word ?? '') + sign;
        else if (word !== null) {
          words.push(word);
          word = null;
        }
        at += sign === '\\' && isGap ? 2 : 1;
      }
    }
    at += 1;
    if (word !== null) words.push(word);
    const first = words.findIndex((one) => !/^[A-Z_]+=/.test(one));
    const sets = words.slice(0, first < 0 ? words.length : first).map((one) => {
      const end = one.indexOf('=');
      return [one.slice(0, end), one.slice(end + 1)] as const;
    });
    if (words.length > 0)
      yield { sets: Object.fromEntries(sets), words: first < 0 ? [] : words.slice(first) };
  }
}
