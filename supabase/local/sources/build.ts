import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../contracts.ts'
import { prepareSystem } from '../engine/boot.ts'
import { inBuildOrder } from './order.ts'
import { sourceStatement, type SourceStatement } from './source-kinds.ts'
import { splitStatements } from './statements.ts'

export const sourcesFolder = fileURLToPath(new URL('../../schemas/', import.meta.url))

/** Every statement of the sources, file by file: foundations first, then the other areas by name. */
export async function readSources(folder = sourcesFolder): Promise<SourceStatement[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'))
  const rank = (file: string) => (file.startsWith('foundations/') ? `0${file}` : `1${file}`)
  files.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  const read = await Promise.all(
    files.map(async (name) => {
      const file = relative(folder, join(folder, name))
      return splitStatements(await readFile(join(folder, name), 'utf8')).map((one) => sourceStatement(file, one))
    }),
  )
  return read.flat()
}

/** Builds the sources' database in an open, empty one. */
export async function buildFromSources(engine: Engine, sources?: readonly SourceStatement[]): Promise<void> {
  await prepareSystem(engine)
  const ordered = inBuildOrder(sources ?? (await readSources()))
  await engine.transaction(async (tx) => {
    await tx.exec('set local check_function_bodies = off')
    for (const { file, name, text } of ordered)
      await tx.exec(text).catch((cause: unknown) => {
        throw new Error(`${file}, ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
      })
  })
}
