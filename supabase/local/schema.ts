import { writeSchema } from './schema/files.ts'
import { bootDatabase } from './engine/boot.ts'
import { openEngine } from './engine/open-engine.ts'

// `npm run db:schema` writes the schema of a freshly migrated database into `supabase/schema`, a file an area.
const engine = await openEngine({})
await bootDatabase(engine, { seed: 'empty' })
await writeSchema(engine)
await engine.close()
