import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bootDatabase } from './engine/boot.ts'
import { openEngine } from './engine/open-engine.ts'
import { readCatalog } from './types/catalog.ts'
import { printDocumentKinds, readDocumentKinds } from './types/document-kinds.ts'
import { printNames, readNames } from './types/names.ts'
import { printTypes } from './types/print.ts'

// `npm run db:types` writes the row types, pages, named permissions and kinds of documents of a freshly migrated database; with `--check` it
// only reports differences.
const source = (path: string) => fileURLToPath(new URL(`../../src/shared/${path}`, import.meta.url))

const engine = await openEngine({})
await bootDatabase(engine, { seed: 'empty' })
const generated = [
  { path: 'db/database.types.ts', text: printTypes(await readCatalog(engine)) },
  { path: 'domain/people/permission-names.ts', text: printNames(await readNames(engine)) },
  { path: 'domain/records/document-kinds.ts', text: printDocumentKinds(await readDocumentKinds(engine)) },
]
await engine.close()

for (const { path, text } of generated) {
  if (!process.argv.includes('--check')) {
    await writeFile(source(path), text)
  } else if ((await readFile(source(path), 'utf8')) !== text) {
    process.stderr.write(`src/shared/${path} is not what the migrations say. Run \`npm run db:types\`.\n`)
    process.exitCode = 1
  }
}
