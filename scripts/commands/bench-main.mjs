// One benchmark in a process of its own: `bench-main.mjs <compiled file> <file for its section>`.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [compiled = '', answer = ''] = process.argv.slice(2);
const { name, run, missing = () => null } = await import(pathToFileURL(compiled).href);
const lacks = missing();
writeFileSync(answer, JSON.stringify(lacks === null ? { name, section: await run() } : { lacks }));
