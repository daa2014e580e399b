// Writes docs/supabase.md: what supabase-js offers and what the embedded server does of it. `npm run supabase-matrix`.
import { writeFileSync } from 'node:fs'
import { pageFile, writtenPage } from './supabase-matrix/page.ts'

writeFileSync(pageFile, await writtenPage())
