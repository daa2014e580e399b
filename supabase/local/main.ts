import { createHmac, randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBackup } from './backup-files.ts'
import { openMessageBook } from './access-point/message-book.ts'
import { openLedger } from './bank/ledger.ts'
import { Cluster } from './cluster/cluster.ts'
import type { Engine, Keys } from './contracts.ts'
import { openDataDirectory } from './data-directory.ts'
import { diskSpaceGuard, requireRoom } from './disk-space-guard.ts'
import { placeDemoFiles } from './demo-files.ts'
import { bootDatabase } from './engine/boot.ts'
import { type Lock, takeLock, takeSharedLock } from './engine/lock.ts'
import { openPostgres } from './engine/postgres-engine.ts'
import { keepSnapshots } from './engine/snapshots.ts'
import { openThreadedPglite, type ThreadedPglite } from './engine/threaded-pglite.ts'
import { nameFirstAdmin } from './first-admin.ts'
import { openAccessLog } from './gateway/access-log.ts'
import { keysIn } from './gateway/keys.ts'
import { demoAccounts, demoAge } from './gateway/local-pages.ts'
import { type GatewayOptions, startGateway } from './gateway/server.ts'
import { officeNames, originOf, portOf } from './gateway/own-names.ts'
import { openMailbox } from './mail/mailbox.ts'
import { createOutbox } from './mail/outbox.ts'
import { scheduleDatabaseWork } from './schedule/database-work.ts'
import { together } from './schedule/repeatedly.ts'
import { scheduleDueFunctions } from './schedule/due-functions.ts'
import { scheduleTableCare } from './schedule/table-care.ts'
import { projectConfig } from './project-config.ts'
import { readExposedSchemas } from './rest-auth/exposed-schemas.ts'
import { readSettings, type Settings } from './settings.ts'
import { messageOf, startFailure } from './start-failure.ts'
import { welcome } from './welcome.ts'
import { openWire, wirePassword } from './wire/wire-server.ts'
import { scheduleOrphanSweep } from './storage/orphan-sweep.ts'

export type Running = { url: string; close: () => Promise<void> }

/** The longest time of a statement, in ms, once the server stops. */
const hurriedMs = 3000

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url))

/** Opens the data directory and serves it. Throws an error whose message is one sentence for a person. */
async function startServer(settings: Settings, options: { webRoot?: string } = {}): Promise<Running> {
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  const undo: (() => unknown)[] = []
  let running: ThreadedPglite | null = null
  let held: Lock | null = null
  const close = async () => {
    running?.limit(hurriedMs)
    // Who cannot write this on a full disk stops all the same.
    await held?.stops().catch(() => undefined)
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await openDataDirectory(dataDir)
    const lock = await (settings.SIGNWRIGHT_CLUSTER ? takeSharedLock : takeLock)(dataDir)
    held = lock
    undo.push(() => lock.release())
    const room = diskSpaceGuard(dataDir)
    await requireRoom(room, !(await isThere(join(dataDir, 'db'))))
    const accessLog = await openAccessLog(join(dataDir, 'access.log'))
    undo.push(() => accessLog.close())

    // Not by console: while a request is answered, console output goes to the access log.
    const report = (problem: string, error: unknown) => process.stderr.write(`${problem}: ${messageOf(error)}\n`)
    const cluster = settings.SIGNWRIGHT_CLUSTER
      ? new Cluster({ databaseUrl: settings.DATABASE_URL ?? '', report })
      : null
    undo.push(() => cluster?.close())
    const pglite = settings.DATABASE_URL ? null : await openThreadedPglite({ dataDir: join(dataDir, 'db'), report })
    running = pglite
    const engine = pglite ?? (await openPostgres(settings.DATABASE_URL ?? ''))
    undo.push(() => engine.close())
    const { keys, firstAdmin } = await openCompany(settings, dataDir, engine, cluster)
    if (pglite) {
      const snapshots = await keepSnapshots(pglite, join(dataDir, 'snapshots'))
      undo.push(async () => {
        snapshots.stop()
        await snapshots.take()
      })
    }
    pglite?.limit(settings.SIGNWRIGHT_STATEMENT_SECONDS * 1000)
    const mail: Pick<GatewayOptions, 'mailer' | 'readable'> = settings.mail
      ? { mailer: createOutbox(settings.mail, (failure) => console.error(failure)) }
      : await keptMail(join(dataDir, 'mail.jsonl'), cluster ? keys : null)
    const people = settings.SIGNWRIGHT_SEED !== 'empty' ? await demoAccounts(engine) : []
    const gateway = await startGateway({
      engine,
      peers: cluster?.peersFor(engine),
      keys,
      ...mail,
      // What the test bank knows is in the memory of one server.
      ...(people.length > 0 && !cluster
        ? {
            bankLedger: await openLedger(join(dataDir, 'bank.jsonl')),
            accessPoint: { book: await openMessageBook(join(dataDir, 'access-point.jsonl')) },
          }
        : {}),
      port: settings.PORT,
      host: settings.HOST,
      seed: settings.SIGNWRIGHT_SEED,
      storageDirectory: join(dataDir, 'storage'),
      dataDirectory: dataDir,
      trustedProxies: settings.SIGNWRIGHT_TRUSTED_PROXIES,
      allowedOrigins: settings.SIGNWRIGHT_ALLOWED_ORIGINS,
      companyDomain: settings.SIGNWRIGHT_COMPANY_DOMAIN,
      staffHosts: settings.SIGNWRIGHT_STAFF_HOSTS,
      accessLog,
      exposedSchemas: await readExposedSchemas(projectConfig),
      anonymousSignIns: settings.SIGNWRIGHT_ANONYMOUS_SIGN_INS,
      publicChannels: settings.SIGNWRIGHT_PUBLIC_CHANNELS,
      metricsToken: settings.SIGNWRIGHT_METRICS_TOKEN,
      warn: (line) => console.error(line),
      room,
      ...(options.webRoot ? { webRoot: options.webRoot } : {}),
      // The mail queue counts its own tries, from the service's answer to each mail.
      ...(settings.mail
        ? {
            functionSecrets: {
              MAIL_API_URL: settings.mail.url,
              MAIL_API_KEY: settings.mail.key,
              MAIL_FROM: settings.mail.from,
            },
          }
        : {}),
      ...(settings.SIGNWRIGHT_MAP_TILES
        ? { mapTiles: { url: settings.SIGNWRIGHT_MAP_TILES, attribution: settings.SIGNWRIGHT_MAP_ATTRIBUTION } }
        : {}),
      ...(settings.SIGNWRIGHT_RATES_URL ? { ratesService: settings.SIGNWRIGHT_RATES_URL } : {}),
      ...(settings.SIGNWRIGHT_SITE_URL ? { siteUrl: new URL(settings.SIGNWRIGHT_SITE_URL).origin } : {}),
      ...(pglite ? { backup: () => writeBackup(pglite, dataDir) } : {}),
    })
    undo.push(() => gateway.close())
    await cluster?.join(keys.jwtSecret)
    const note = (failure: unknown) => accessLog.note(messageOf(failure))
    const byTheClock = () =>
      together([
        scheduleDatabaseWork(engine, note),
        scheduleOrphanSweep(gateway.url, keys, note),
        scheduleDueFunctions(engine, gateway.url, keys, note),
      ])
    const work = cluster ? cluster.whileLeading(byTheClock) : byTheClock()
    undo.push(() => work.stop())
    const tableCare = scheduleTableCare(engine, (failure) => accessLog.note(String(failure)))
    undo.push(() => tableCare?.stop())
    const reports = await openReports(settings, pglite, dataDir)
    undo.push(() => reports?.close())
    await lock.servesAt(gateway.url)
    const age = people.length > 0 ? await demoAge(engine) : 0
    console.log(
      welcome({
        url: gateway.url,
        siteUrl: settings.SIGNWRIGHT_SITE_URL,
        office: officeNames(settings.HOST).map((name) => originOf(name, portOf(gateway.url))),
        mailKey: mail.readable?.key,
        reports: reports?.words,
        people,
        demoAge: age,
        firstAdmin,
      }),
    )
    return { url: gateway.url, close }
  } catch (error) {
    await close()
    throw startFailure(error, settings)
  }
}

/** `npm start`: serves until Ctrl-C or SIGTERM, then stops cleanly. A second signal stops at once. */
export async function main(options: { webRoot?: string } = { webRoot: builtApp }): Promise<void> {
  process.env['DO_NOT_TRACK'] = '1'
  try {
    const settings = readSettings(process.env)
    const running = await startServer(settings, options)
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log(
        'Stopping: what is under way is finished, and a copy of the database is written. That may take a minute…',
      )
      running.close().then(
        () => process.exit(0),
        (error: unknown) => fail(startFailure(error, settings)),
      )
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    fail(error)
  }
}

/** The keys and the booted database of a data directory. Of several servers one at a time does this. */
async function openCompany(settings: Settings, dataDir: string, engine: Engine, cluster: Cluster | null) {
  const open = async () => {
    const keys = await keysIn(dataDir)
    await bootDatabase(engine, { seed: settings.SIGNWRIGHT_SEED, prepare: cluster?.prepare.bind(cluster) })
    if (settings.SIGNWRIGHT_SEED !== 'empty') await placeDemoFiles(engine, join(dataDir, 'storage'))
    return { keys, firstAdmin: await nameFirstAdmin(engine, settings.SIGNWRIGHT_ADMIN) }
  }
  return cluster ? cluster.inTurn(open) : open()
}

/** Without a mail service the mails stay here, behind a key of this run of the server, or of all `sharing` servers. */
async function keptMail(
  file: string,
  sharing: Keys | null,
): Promise<Required<Pick<GatewayOptions, 'mailer' | 'readable'>>> {
  const mailbox = await openMailbox(file, { isShared: sharing !== null })
  const shared =
    sharing && createHmac('sha256', sharing.secretKey).update('the mailbox').digest('base64url').slice(0, 22)
  return { mailer: mailbox, readable: { mailbox, key: shared ?? randomBytes(16).toString('base64url') } }
}

/** Where reporting tools read: the embedded database by a port of its own, PostgreSQL by itself. */
async function openReports(settings: Settings, pglite: ThreadedPglite | null, dataDir: string) {
  const port = settings.SIGNWRIGHT_PG_PORT
  if (port === undefined) return null
  if (!pglite)
    return { words: `Reports read PostgreSQL itself: ${withoutPassword(settings.DATABASE_URL ?? '')}`, close: () => {} }
  const wire = await openWire({ engine: pglite, port, password: await wirePassword(dataDir) })
  return { words: `Reports read the database at: ${wire.url}`, close: wire.close }
}

/** The address of a database without who signs in: a report has a role of its own there (README). */
function withoutPassword(address: string): string {
  const { host, pathname } = new URL(address)
  return `postgres://${host}${pathname}`
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

function fail(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}

if (import.meta.main) await main()
