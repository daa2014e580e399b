import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bootDatabase } from './engine/boot.ts'
import { openEngine } from './engine/open-engine.ts'
import { readCatalog } from './types/catalog.ts'
import { printTypes } from './types/print.ts'

// `npm run db:types` writes the types of a freshly migrated database; with `--check` it only says whether they changed.
const target = fileURLToPath(new URL('../../src/shared/db/database.types.ts', import.meta.url))

const engine = await openEngine({})
await bootDatabase(engine, { seed: 'empty' })
const generated = printTypes(await readCatalog(engine))
await engine.close()

if (!process.argv.includes('--check')) {
  await writeFile(target, generated)
} else if ((await readFile(target, 'utf8')) !== generated) {
  process.stderr.write('src/shared/db/database.types.ts is not what the migrations say. Run `npm run db:types`.\n')
  process.exitCode = 1
}
