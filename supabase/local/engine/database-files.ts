import { constants } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { create, extract } from 'tar'
import type { Queryable } from '../contracts.ts'

// The files of a PGlite database: how they are copied while it is open, put into one archive, and taken out of it.

/**
 * Copies the data directory of a session into a new folder. Nobody else may use the session meanwhile. Of the log only what
 * the database needs to open goes along: the rest is more than half of a busy directory.
 */
export async function copyDatabase(session: Queryable, dataDir: string, folder: string): Promise<void> {
  await session.exec('checkpoint')
  const { rows } = await session.query<{ first: string; last: string }>(
    `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
       from pg_control_checkpoint()`,
  )
  const [log] = rows
  if (!log) throw new Error('The database does not say where its log begins')
  await cp(dataDir, folder, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const segment = /[\\/]pg_wal[\\/]([0-9A-F]{24})$/.exec(path)?.[1]
      return segment === undefined || (segment >= log.first && segment <= log.last)
    },
  })
}

/** A server that stops waits for its copy: the lowest level takes half the time, and an eighth more room. */
const quickly = { level: 1 }

/** What a copy is called until it has its name. */
export const unfinished = /\.(copy|unfinished)$/

/**
 * The whole database in one compressed file; it appears under its name only when it is complete. Statements wait for the
 * copy of the files, not for the archive.
 */
export async function writeDump(engine: { copyFiles: (folder: string) => Promise<void> }, file: string): Promise<void> {
  const [copy, archive] = [`${file}.copy`, `${file}.unfinished`]
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await engine.copyFiles(join(copy, 'db'))
    await create({ file: archive, cwd: join(copy, 'db'), gzip: quickly, mode: 0o600 }, ['.'])
    await rename(archive, file)
  } finally {
    await rm(archive, { force: true })
    await rm(copy, { recursive: true, force: true })
  }
}

/** Puts the files of an archive into a new folder; also of one that an earlier version wrote, whose names begin with a slash. */
export async function readDump(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await extract({ file, cwd: folder, preserveOwner: false })
}
