import type { MapTiles } from './local-pages.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createBank, newBankSecrets } from '../bank/bank.ts'
import { settingsOfBank } from '../bank/settings.ts'
import type { Ledger } from '../bank/ledger.ts'
import {
  type AccessPointTimes,
  createAccessPoint,
  newAccessPointKey,
  settingsOfAccessPoint,
} from '../access-point/access-point.ts'
import type { MessageBook } from '../access-point/message-book.ts'
import { alone, type Peers } from '../cluster/peers.ts'
import type { Caller, Engine, Keys, Mailer } from '../contracts.ts'
import type { DiskSpaceGuard } from '../disk-space-guard.ts'
import type { Seed } from '../engine/boot.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import type { ExposedSchemas } from '../rest-auth/exposed-schemas.ts'
import { openRestAndAuth } from '../rest-auth/rest-and-auth.ts'
import { createPublicSite } from '../site/public-site.ts'
import { openSiteWriter } from '../site/site-writer.ts'
import { discardRest } from '../storage/body-chunks.ts'
import { noLog, type AccessLog } from './access-log.ts'
import { createApi, routesTo } from './api.ts'
import { clientAddress } from './client-address.ts'
import { allow, preflight } from './cors.ts'
import { sendResponse, toRequest } from './http-bridge.ts'
import { verifyToken } from './identify.ts'
import { createLocalAnswers } from './local-answers.ts'
import { createHealth } from './health.ts'
import { createMetrics, createMonitoring } from './metrics.ts'
import { loopbackNames, officeNames, originOf, portOf, staffHostsAt } from './own-names.ts'
import { createRouteTimes } from './route-times.ts'
import { failure, notFound, UnknownMethod } from './refusals.ts'
import { secure } from './security-headers.ts'
import { openServices } from './services.ts'
import { createStaticApp } from './static-app.ts'
import { wholeBody } from './whole-bodies.ts'
import { answerUnreadable } from './unreadable-requests.ts'

/**
 * An idle connection stays so long, in ms: longer than the 60 s after which proxies and clients drop theirs, so that it
 * is never the server who closes one in the moment in which the next request is on its way.
 */
const idleConnectionMs = 65_000

export type GatewayOptions = {
  engine: Engine
  /** Other servers on the same database; without them it is alone. */
  peers?: Peers | undefined
  keys: Keys
  mailer: Mailer
  /** The mails of a server without a mail service, and the key of the mailbox; without it there is no `/mail`. */
  readable?: { mailbox: Mailbox; key: string }
  port: number
  host: string
  seed: Seed
  /** The folder of object bytes. */
  storageDirectory: string
  /** The built web app; without it only the backend is served. */
  webRoot?: string
  /** The public address of this server, when it differs from the listening one (a proxy, a domain). */
  siteUrl?: string
  /** The number of own proxies in front, whose entries of `X-Forwarded-For` are trusted. Default: none. */
  trustedProxies?: number
  /** Origins beside our own that may call the API from a browser. */
  allowedOrigins?: readonly string[]
  companyDomain?: string
  /** Hosts of the back office beside `system.`, `portal.` and this machine. */
  staffHosts?: readonly string[]
  functionSecrets?: Readonly<Record<string, string>>
  /**
   * The state of the test bank. Without it there is no test bank, and cards are accepted only when Viva is configured.
   */
  bankLedger?: Ledger
  /** What the test access point knows. Without it there is none, and the network is what the settings name. */
  accessPoint?: { book: MessageBook; times?: Partial<AccessPointTimes> }
  /** A public exchange-rate service, `{base}` for the currency; without it the bundled table answers. */
  ratesService?: string
  mapTiles?: MapTiles
  accessLog?: AccessLog
  /** The schemas that are an API; without them `public` is. */
  exposedSchemas?: ExposedSchemas | undefined
  /** Whether somebody may sign in without an address, as a Supabase project can allow. */
  anonymousSignIns?: boolean | undefined
  /** Whether live channels may be public, as a Supabase project can allow. */
  publicChannels?: boolean | undefined
  /** What opens `/metrics`; without it there is none. */
  metricsToken?: string | undefined
  /** Where the data lies: its disk and its backups are shown to admins. */
  dataDirectory?: string
  /** Tells the operator what only a setting mends. */
  warn?: (line: string) => void
  /** Room on the disk of the data; without it nobody looks. */
  room?: DiskSpaceGuard
  /** Answers `POST /local/backup` of the secret key. */
  backup?: () => Promise<string>
}

export type Gateway = { url: string; close: () => Promise<void> }

/** Serves app and backend on one port. Throws node's listen error when the port cannot be had. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { engine, keys, mailer, host, accessLog = noLog, peers = alone } = options
  const http = createServer({ keepAliveTimeout: idleConnectionMs, headersTimeout: idleConnectionMs + 1000 })
  answerUnreadable(http)
  let url = ''
  const named = officeNames(host)
  const siteUrl = () => options.siteUrl ?? (named[0] ? originOf(named[0], portOf(url)) : url)
  const origins = () => [
    ...[url, ...loopbackNames(url), siteUrl(), ...(options.allowedOrigins ?? [])],
    ...named.map((name) => originOf(name, portOf(url))),
    ...(options.staffHosts ?? []).flatMap((name) => [`https://${name}`, `http://${name}`]),
  ]

  const rest = await openRestAndAuth({
    ...{ engine, peers, keys, mailer, siteUrl, origins },
    anonymousSignIns: options.anonymousSignIns,
    exposed: options.exposedSchemas,
  })
  const bankSecrets = newBankSecrets()
  const bank = options.bankLedger
    ? createBank({ ledger: options.bankLedger, secrets: bankSecrets, backendUrl: () => url, siteUrl })
    : null
  const accessPointKey = newAccessPointKey()
  const accessPoint = options.accessPoint
    ? createAccessPoint({ ...options.accessPoint, key: accessPointKey, backendUrl: () => url })
    : null
  const services = await openServices({
    ...options,
    peers,
    standIns: () => ({
      ...(bank ? settingsOfBank(bankSecrets, url, siteUrl()) : {}),
      ...(accessPoint ? settingsOfAccessPoint(accessPointKey, url) : {}),
    }),
    http,
    url: () => url,
    siteUrl,
    origins,
    note: accessLog.note,
    refusedOrigin: once((origin) => options.warn?.(refusedOriginWords(origin))),
    verifyToken: async (token) => {
      const caller = await verifyToken(token, keys)
      return caller && !rest.isRevoked(caller) && !(await rest.isEnded(caller)) ? caller : null
    },
  })
  rest.onRevoked(services.disconnectUser)

  const routes = routesTo({ ...services, rest: rest.rest, auth: rest.auth })
  const api = createApi({
    keys,
    peers,
    isRevoked: rest.isRevoked,
    isEnded: rest.isEnded,
    room: options.room,
    note: accessLog.note,
  })
  const local = createLocalAnswers({ ...options, officeNames: named })
  const metrics = createMetrics()
  const monitoring = createMonitoring({ engine, metrics, token: options.metricsToken, sockets: services.sockets })
  const times = createRouteTimes()
  const health = createHealth({
    ...{ engine, keys, times, sockets: services.sockets, dataDirectory: options.dataDirectory },
    isGone: async (caller) => rest.isRevoked(caller) || (await rest.isEnded(caller)),
  })
  const visitor: Caller = { role: 'anon', userId: null, claims: null }
  let opening: ReturnType<typeof openSiteWriter> | null = null
  const writer = () =>
    (opening ??= openSiteWriter({
      root: options.webRoot ?? '',
      fetch: (request) => rest.rest.handle(request, { caller: visitor, ip: '' }),
      companyDomain: options.companyDomain ?? '',
      staffHosts: (address) => staffHostsAt(address, { staffHosts: options.staffHosts, officeNames: named }),
    }))
  const site = createPublicSite({ engine, siteUrl, writer })
  const webApp = options.webRoot
    ? createStaticApp({ ...options, root: options.webRoot, siteUrl, write: site.page })
    : async () => null

  const answer = async (incoming: IncomingMessage, ip: string, seen: (caller: Caller) => void): Promise<Response> => {
    if (!methods.has(incoming.method ?? '')) throw new UnknownMethod()
    const path = pathOf(incoming)
    const route = routes.find(({ prefix }) => path.startsWith(prefix))
    const request = await toRequest(incoming, {
      origin: url,
      address: ip,
      limit: route?.limit ?? 64 * 1024,
      streamed: route?.streamed ?? false,
    })
    if (route && request.method === 'OPTIONS' && request.headers.has('origin')) return preflight(request, origins())
    if (route) {
      const response = mutable(await api(route, request, ip, seen))
      // Tokens travel in a header: the API has no cookies.
      response.headers.delete('set-cookie')
      // The request was refused before its body was read. The unread rest would be taken for the connection's next
      // request.
      if (route.streamed && !(await discardRest(request))) response.headers.set('connection', 'close')
      allow(request, response.headers, origins())
      return response
    }
    return mutable(
      (await bank?.answer(request, path)) ??
        (await accessPoint?.answer(request, path)) ??
        (await monitoring(request, path)) ??
        (await health(request, path)) ??
        (await local(request, path, incoming)) ??
        (isApiPath(path) ? null : ((await site.files(path)) ?? (await webApp(request)))) ??
        notFound(),
    )
  }

  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const began = performance.now()
    const ip = clientAddress(incoming, options.trustedProxies ?? 0)
    let user: string | null = null
    const seen = (caller: Caller) => {
      user = caller.userId ?? caller.role
    }
    outgoing.on('close', () => {
      const seenAs = {
        method: incoming.method ?? '',
        path: incoming.url?.split('?', 1)[0] ?? '',
        status: statusOf(outgoing),
        ms: Math.round(performance.now() - began),
      }
      metrics.count(seenAs)
      times.count(seenAs)
      accessLog.write({ ...seenAs, ip, user })
    })
    void answer(incoming, ip, seen)
      .catch((error: unknown) => failure(error, accessLog.note))
      .then((response) => {
        secure(response.headers, siteUrl())
        return sendResponse(response, outgoing, incoming.method !== 'HEAD')
      })
      .catch(() => outgoing.destroy())
  })

  url = await listen(http, options.port, host).catch(async (error: unknown) => {
    await services.close()
    await rest.close()
    throw error
  })
  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve))
      await bank?.close()
      await accessPoint?.close()
      await services.close()
      http.closeIdleConnections()
      const hurry = setTimeout(() => http.closeAllConnections(), 3000)
      await closed
      clearTimeout(hurry)
      await rest.close()
    },
  }
}

/**
 * The status that the asker got. Node says 200 of an answer that never began, so a request whose connection ended before
 * its answer counts as 499, as in nginx's log.
 */
const statusOf = (outgoing: ServerResponse): number => (outgoing.headersSent ? outgoing.statusCode : unanswered)
const unanswered = 499

/** Others cannot even be put into a web request (TRACE). */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A tab retries, so each origin is reported once. */
function once(tell: (origin: string) => void): (origin: string) => void {
  const told = new Set<string>()
  return (origin) => {
    if (told.has(origin) || told.size > 100) return
    told.add(origin)
    tell(origin)
  }
}

const refusedOriginWords = (origin: string) =>
  `Pages of ${origin} get no live connection: what they ask comes with another Host. If that address is yours, set ` +
  `SIGNWRIGHT_SITE_URL to it, or name it in SIGNWRIGHT_ALLOWED_ORIGINS, or let the proxy pass Host.`

const mutable = (response: Response): Response =>
  wholeBody(response) !== undefined
    ? response
    : new Response(response.body, { status: response.status, headers: new Headers(response.headers) })

/** The path as every part reads it: without `..`, so that the part that is chosen is the part that answers. */
const pathOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith('/') && URL.canParse(`http://here${url}`) ? new URL(`http://here${url}`).pathname : '/'

const isApiPath = (path: string) =>
  /^\/(rest|auth\/v1|storage|functions|realtime|local|rates|mail|bank|access-point|pg|graphql)(\/|$)/.test(path)

async function listen(http: ReturnType<typeof createServer>, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => resolve())
  })
  const address = http.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return originOf(host, bound)
}
