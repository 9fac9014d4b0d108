// Writes the plugin as Medusa loads it: CommonJS below .medusa/server.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript-5';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** @param {string} [folder] where the package is written; by default this folder */
export function buildMedusaPlugin(folder = HERE) {
  const out = join(folder, '.medusa', 'server', 'src');
  rmSync(out, { recursive: true, force: true });
  for (const file of readdirSync(join(HERE, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const { outputText } = typescript.transpileModule(readFileSync(join(HERE, 'src', file), 'utf8'), {
      compilerOptions: {
        module: typescript.ModuleKind.CommonJS,
        target: typescript.ScriptTarget.ES2022,
        esModuleInterop: true,
      },
    });
    const written = join(out, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, outputText);
  }
  if (folder !== HERE) writeFileSync(join(folder, 'package.json'), readFileSync(join(HERE, 'package.json')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildMedusaPlugin();
