import { access, constants, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBackup } from './backup-files.ts'
import { bootDatabase } from './engine/boot.ts'
import { takeLock } from './engine/lock.ts'
import { openPglite } from './engine/pglite-engine.ts'
import { openPostgres } from './engine/postgres-engine.ts'
import { keepSnapshots } from './engine/snapshots.ts'
import { openAccessLog } from './gateway/access-log.ts'
import { keysIn } from './gateway/keys.ts'
import { demoAccounts } from './gateway/local-pages.ts'
import { startGateway, storageIn } from './gateway/server.ts'
import { openMailbox } from './mail/mailbox.ts'
import { scheduleDueReminders } from './schedule/due-reminders.ts'
import { readSettings, type Settings } from './settings.ts'

export type Running = { url: string; close: () => Promise<void> }

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url))

/** Opens the data directory and serves it. Throws an error whose message is one sentence for a person. */
export async function startServer(settings: Settings, options: { webRoot?: string } = {}): Promise<Running> {
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await requireWritable(dataDir)
    const lock = await takeLock(dataDir)
    undo.push(() => lock.release())
    const keys = await keysIn(dataDir)
    const accessLog = await openAccessLog(join(dataDir, 'access.log'))
    undo.push(() => accessLog.close())

    const pglite = settings.DATABASE_URL ? null : await openPglite({ dataDir: join(dataDir, 'db') })
    const engine = pglite ?? (await openPostgres(settings.DATABASE_URL ?? ''))
    undo.push(() => engine.close())
    await bootDatabase(engine, { seed: settings.SIGNWRIGHT_SEED })
    if (pglite) {
      const snapshots = await keepSnapshots(pglite, join(dataDir, 'snapshots'))
      undo.push(async () => {
        snapshots.stop()
        await snapshots.take()
      })
    }
    const gateway = await startGateway({
      engine,
      keys,
      mailbox: await openMailbox(join(dataDir, 'mail.jsonl')),
      port: settings.PORT,
      host: settings.HOST,
      seed: settings.SIGNWRIGHT_SEED,
      storageDirectory: storageIn(dataDir),
      allowedOrigins: settings.SIGNWRIGHT_ALLOWED_ORIGINS,
      companyDomain: settings.SIGNWRIGHT_COMPANY_DOMAIN,
      accessLog,
      ...(options.webRoot ? { webRoot: options.webRoot } : {}),
      ...(settings.SIGNWRIGHT_RATES_URL ? { ratesService: settings.SIGNWRIGHT_RATES_URL } : {}),
      ...(settings.SIGNWRIGHT_SITE_URL ? { siteUrl: new URL(settings.SIGNWRIGHT_SITE_URL).origin } : {}),
      ...(pglite ? { backup: () => writeBackup(pglite, dataDir) } : {}),
    })
    undo.push(() => gateway.close())
    const reminders = scheduleDueReminders(engine, (failure) => accessLog.note(String(failure)))
    undo.push(() => reminders.stop())
    await lock.servesAt(gateway.url)
    const people = settings.SIGNWRIGHT_SEED === 'demo' ? await demoAccounts(engine) : []
    console.log(welcome(gateway.url, people, settings.HOST))
    return { url: gateway.url, close }
  } catch (error) {
    await close()
    throw inWords(error, settings)
  }
}

/** `npm start`: serves until Ctrl-C or SIGTERM, then stops cleanly. A second signal stops at once. */
export async function main(options: { webRoot?: string } = { webRoot: builtApp }): Promise<void> {
  process.env['DO_NOT_TRACK'] = '1'
  try {
    const running = await startServer(readSettings(process.env), options)
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping…')
      running.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function requireWritable(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await access(dataDir, constants.W_OK | constants.X_OK)
}

function inWords(error: unknown, settings: Settings): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE')
    return new Error(`Port ${settings.PORT} is in use. Stop what uses it, or choose another: PORT=3001 npm start`)
  if (code === 'EADDRNOTAVAIL') return new Error(`This machine has no address ${settings.HOST}: check HOST.`)
  if (code === 'EACCES' && error instanceof Error && 'port' in error)
    return new Error(`Port ${settings.PORT} needs more rights than this user has. Choose one above 1023.`)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code))
    return new Error(
      `The data directory ${settings.SIGNWRIGHT_DATA_DIR} cannot be written. Set SIGNWRIGHT_DATA_DIR to one that can.`,
    )
  if (['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'].includes(code))
    return new Error(`The database at DATABASE_URL cannot be opened: ${error instanceof Error ? error.message : code}`)
  return error instanceof Error ? error : new Error(String(error))
}

function welcome(url: string, people: { email: string; name: string; role: string }[], host: string): string {
  const lines = ['', `  Signwright is ready: ${url}`, '']
  if (people.length > 0) {
    const widest = (key: 'name' | 'role') => Math.max(...people.map((person) => person[key].length))
    lines.push('  Demo people, all with the password “signwright”:')
    for (const { name, role, email } of people)
      lines.push(`    ${name.padEnd(widest('name'))}  ${role.padEnd(widest('role'))}  ${email}`)
    lines.push('')
  }
  if (/^(127\.|localhost|::1)/.test(host)) lines.push(`  Mail that it sends: ${url}/mail`)
  lines.push('  Stop it with Ctrl-C.', '')
  return lines.join('\n')
}

if (import.meta.main) await main()
