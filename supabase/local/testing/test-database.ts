import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine, Queryable } from '../contracts.ts'
import { bootDatabase, filesOf, migrationsFolder, systemFiles, type Seed } from '../engine/boot.ts'
import { readMigrations } from '../engine/migrations.ts'
import { openPglite, type OwnPglite } from '../engine/pglite-engine.ts'
import { openPostgres } from '../engine/postgres-engine.ts'
import { smallImage } from './small-image.ts'

const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/signwright/', import.meta.url))
const packageLock = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

/**
 * A booted database of one's own, in memory; close it when done. The first call after a change of any SQL boots for
 * real and keeps the result, later calls open a copy. With `TEST_DATABASE_URL` (a superuser's) it is a copy on that
 * PostgreSQL instead, dropped by `close`.
 */
export async function openTestDatabase(options: { seed?: Seed } = {}): Promise<Engine> {
  const fault = process.env['DATABASE_FAULT']
  if (fault === 'noticed') throw new Error('The planted fault was noticed already')
  const seed = options.seed ?? 'empty'
  const serverUrl = process.env['TEST_DATABASE_URL']
  const engine = await (serverUrl ? freshPostgres(serverUrl, seed) : copiedPglite(seed))
  await plantFault(engine, fault)
  return engine
}

/** An empty database of one's own, on the engine of the tests: nothing was booted in it. */
export async function openBareDatabase(): Promise<Engine> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl) return openPglite()
  const name = `signwright_test_${randomUUID().replaceAll('-', '')}`
  const server = await openPostgres(serverUrl)
  await server.exec(`create database ${name}`)
  return droppedWhenClosed(await openPostgres(databaseAt(serverUrl, name)), server, name)
}

/** `npm run mutants` runs the tests against databases with a fault in their rules. */
export async function plantFault(engine: Queryable, sql: string | undefined): Promise<void> {
  if (!sql) return
  await engine.exec(sql).catch((cause: unknown) => {
    throw new Error('The planted fault is not valid', { cause })
  })
}

/** Bytes in memory as the `Blob` that PGlite wants. A real one would copy them twice for each database. */
class BytesAsBlob extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(bytes: Buffer) {
    super()
    this.#bytes =
      bytes.byteLength === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : new Uint8Array(bytes).buffer
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

const copiedPglite = async (seed: Seed): Promise<OwnPglite> => openPglite({ loadDataDir: await databaseImage(seed) })

/**
 * The data directory of a booted PGlite, as a tar archive for `openPglite({ loadDataDir })`. The first call after a change of any
 * SQL boots for real and keeps it.
 */
export async function databaseImage(seed: Seed): Promise<Blob> {
  const image = join(cacheFolder, `${seed}-${await sqlHash(seed)}.tar`)
  const known = await readFile(image).catch(() => null)
  if (known) return new BytesAsBlob(known)

  // The migrations take most of the time of a boot: they run once, for all seeds.
  const engine = seed === 'empty' ? await openPglite() : await copiedPglite('empty')
  await bootDatabase(engine, { seed })
  const made = await smallImage(engine)
  await engine.close()
  const unfinished = `${image}.${randomUUID()}`
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(unfinished, made)
  await rename(unfinished, image)
  await forgetOldImages(seed)
  return new BytesAsBlob(made)
}

/** Each image is tens of MB, and every change of any SQL makes another: the newest three of a seed are enough. */
async function forgetOldImages(seed: Seed): Promise<void> {
  const names = (await readdir(cacheFolder)).filter((name) => name.startsWith(`${seed}-`))
  const images = await Promise.all(
    names.map(async (name) => ({ name, age: (await stat(join(cacheFolder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  images.sort((one, other) => other.age - one.age)
  await Promise.all(images.slice(3).map(({ name }) => rm(join(cacheFolder, name), { force: true })))
}

/** Names the state of all SQL of a seed. A process reads it once for each state of the files: an opening takes less than that. */
async function sqlHash(seed: Seed): Promise<string> {
  const migrations = (await readdir(migrationsFolder)).map((name) => join(migrationsFolder, name))
  const files = [packageLock, ...systemFiles.filter((file) => file !== null), ...migrations, ...filesOf(seed)]
  const states = await Promise.all(files.map(stateOf))
  const state = [seed, dayOfDemo(), ...states].join(' ')
  const hash = knownHashes.get(state) ?? readSqlHash(seed)
  knownHashes.set(state, hash)
  return hash
}

const stateOf = (file: string) =>
  stat(file).then(
    ({ size, mtimeMs }) => `${file} ${size} ${mtimeMs}`,
    () => file,
  )

/** Kept beyond this module, which is new for each file of tests. */
const knownHashes: Map<string, Promise<string>> = Reflect.get(globalThis, Symbol.for('hashes of SQL')) ?? new Map()
Reflect.set(globalThis, Symbol.for('hashes of SQL'), knownHashes)

/** The dates of the demo are relative to a day of Malta. */
const dayOfDemo = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Malta' })

async function readSqlHash(seed: Seed): Promise<string> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '')
  const system = await Promise.all(systemFiles.map((file) => (file ? read(file) : '')))
  const migrations = await readMigrations(migrationsFolder)
  const parts = [
    await read(packageLock),
    system,
    migrations,
    seed === 'empty' ? '' : [await Promise.all(filesOf(seed).map(read)), dayOfDemo()],
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

async function freshPostgres(serverUrl: string, seed: Seed): Promise<Engine> {
  const server = await openPostgres(serverUrl)
  const name = await newCopy(server, serverUrl, seed)
  return droppedWhenClosed(await openPostgres(databaseAt(serverUrl, name)), server, name)
}

/** Creates a copy of the booted template on that server, and returns its name. */
async function newCopy(server: Engine, serverUrl: string, seed: Seed): Promise<string> {
  const name = `signwright_test_${randomUUID().replaceAll('-', '')}`
  await server.exec(`create database ${name} template ${await bootedTemplate(server, serverUrl, seed)}`)
  return name
}

/** A booted database on the PostgreSQL server at `serverUrl` for another program: its address, and what drops it. */
export async function placePostgres(
  serverUrl: string,
  seed: Seed,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await openPostgres(serverUrl)
  const name = await newCopy(server, serverUrl, seed)
  await server.close()
  return {
    url: databaseAt(serverUrl, name),
    drop: async () => {
      const again = await openPostgres(serverUrl)
      await again.exec(`drop database ${name} with (force)`)
      await again.close()
    },
  }
}

function droppedWhenClosed(engine: Engine, server: Engine, name: string): Engine {
  return {
    ...engine,
    close: async () => {
      await engine.close()
      await server.exec(`drop database ${name} with (force)`)
      await server.close()
    },
  }
}

/** The template database of tests. The first caller boots it; the others wait. */
async function bootedTemplate(server: Engine, serverUrl: string, seed: Seed): Promise<string> {
  const beginning = seed === 'empty' ? 'template1' : await bootedTemplate(server, serverUrl, 'empty')
  const template = `signwright_template_${seed}_${await sqlHash(seed)}`
  await server.transaction(async (lock) => {
    await lock.query(`select pg_advisory_xact_lock(hashtext('signwright test boot'))`)
    const { rows } = await lock.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    const unfinished = `${template}_unfinished`
    const other = await openPostgres(serverUrl)
    await other.exec(`drop database if exists ${unfinished} with (force)`)
    await other.exec(`create database ${unfinished} template ${beginning}`)
    const engine = await openPostgres(databaseAt(serverUrl, unfinished))
    await bootDatabase(engine, { seed })
    // Each migration that replaced a function left its old row: 100 MB that every copy would copy.
    await engine.query('vacuum full pg_catalog.pg_proc')
    await engine.close()
    await other.exec(`alter database ${unfinished} rename to ${template}`)
    await other.close()
  })
  return template
}

function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
