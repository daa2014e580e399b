import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bootDatabase, migrationsFolder } from './engine/boot.ts'
import { openEngine } from './engine/open-engine.ts'
import { buildFromSources, readSources } from './sources/build.ts'
import { readCatalogue } from './sources/catalogue.ts'
import { draftMigration } from './sources/migration.ts'

// `npm run db:migration NAME` writes the next migration: the difference between the sources in `supabase/schemas` and
// the migrations.
const name = process.argv[2] ?? ''
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write(
    'Say what the migration makes: npm run db:migration NAME, in small letters, such as credit_limits.\n',
  )
  process.exit(1)
}
const sources = await readSources()
const wanted = await openEngine({})
await buildFromSources(wanted, sources)
const catalogue = await readCatalogue(wanted)
await wanted.close()

const before = await openEngine({})
await bootDatabase(before, { seed: 'empty' })
const draft = await draftMigration(before, catalogue, sources)
await before.close()

if (draft.sql === '') {
  process.stdout.write('The migrations make what the sources say. There is nothing to write.\n')
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const file = join(migrationsFolder, `${time}_${name}.sql`)
  await writeFile(file, draft.sql)
  process.stdout.write(`Written: ${file}\nRead it: new columns, moved values and rows of registers are proposals.\n`)
}
for (const one of draft.left) process.stdout.write(`Still different, write it by hand: ${one}\n`)
