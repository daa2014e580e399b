// Boots the databases that tests copy (supabase/local/testing/test-database.ts), where any SQL changed since.
import { databaseImage } from '../supabase/local/testing/test-database.ts'

for (const seed of ['empty', 'demo', 'year'] as const) await databaseImage(seed)
