import { expect, test } from 'vitest'
import { committedSchema, schemaFiles } from '../local/schema/files.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'

const way =
  'supabase/schema is not what the migrations make. Run `npm run db:schema` and commit the result. ' +
  'After a merge conflict in supabase/schema, keep either side and run it.'

// Engines print expressions differently: PGlite is the one that the files are written from.
test.skipIf(process.env['TEST_DATABASE_URL'])('supabase/schema is what the migrations make', async () => {
  const engine = await openTestDatabase()
  const made = await schemaFiles(engine)
  const committed = await committedSchema()
  await engine.close()
  expect([...committed.keys()], way).toEqual([...made.keys()].sort())
  for (const [name, text] of made) expect(committed.get(name), `${name}: ${way}`).toBe(text)
})
