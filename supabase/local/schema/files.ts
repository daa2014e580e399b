import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Queryable } from '../contracts.ts'
import { migrationsFolder } from '../engine/boot.ts'
import { readMigrations } from '../engine/migrations.ts'
import { printAreas } from './areas.ts'
import { readSchema } from './read.ts'

const folder = fileURLToPath(new URL('../../schema/', import.meta.url))

/** The files of the schema of a migrated PGlite database: name to content. */
export async function schemaFiles(db: Queryable): Promise<Map<string, string>> {
  const areas = printAreas(await readSchema(db), await readMigrations(migrationsFolder))
  return new Map([...areas].map(([area, text]) => [`${area}.sql`, text]))
}

/** Makes the folder hold exactly these files. */
export async function writeSchema(db: Queryable): Promise<void> {
  const wanted = await schemaFiles(db)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name))
  for (const [name, text] of wanted) await writeFile(join(folder, name), text)
}

/** The files that the folder holds now. */
export async function committedSchema(): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}
