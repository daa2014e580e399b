import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Caller, Engine, Keys, RequestContext, Service } from '../contracts.ts'
import { diskIsFull, type DiskRoom } from '../disk-room.ts'
import type { Seed } from '../engine/boot.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import { mailPage } from '../mail/mail-pages.ts'
import { createRates, ratesPath } from '../rates/rates.ts'
import { createLimiter } from '../rest-auth/limiter.ts'
import { openRestAndAuth } from '../rest-auth/rest-and-auth.ts'
import { discardRest } from '../storage/body-chunks.ts'
import { noLog, type AccessLog } from './access-log.ts'
import { allow, preflight } from './cors.ts'
import { BodyTooDeep, BodyTooLarge, sendResponse, toRequest } from './http-bridge.ts'
import { identify, verifyToken } from './identify.ts'
import { configJson, demoAccounts } from './local-pages.ts'
import { quietly } from './quiet-console.ts'
import { secure } from './security-headers.ts'
import { openServices } from './services.ts'
import { createStaticApp } from './static-app.ts'
import { answerUnreadable } from './unreadable-requests.ts'

const mebibyte = 1024 * 1024
/** A description holds 1 MiB, and a change of one brings it twice: as it was seen and as it shall be. */
const largestRow = 3 * mebibyte
/**
 * An idle connection stays so long, in ms: longer than the 60 s after which proxies and clients drop theirs, so that it
 * is never the server who closes one in the moment in which the next request is on its way.
 */
const idleConnectionMs = 65_000

export type GatewayOptions = {
  engine: Engine
  keys: Keys
  mailbox: Mailbox
  port: number
  host: string
  seed: Seed
  /** Where object bytes lie. */
  storageDirectory: string
  /** The built web app; without it only the backend is served. */
  webRoot?: string
  /** How people reach this server, when that is not where it listens (a proxy, a domain). */
  siteUrl?: string
  /** Origins beside our own that may call the API from a browser. */
  allowedOrigins?: readonly string[]
  companyDomain?: string
  functionSecrets?: Readonly<Record<string, string>>
  /** A public exchange-rate service, `{base}` for the currency; without it the bundled table answers. */
  ratesService?: string
  accessLog?: AccessLog
  /** Room on the disk of the data; without it nobody looks. */
  room?: DiskRoom
  /** Answers `POST /local/backup` of the secret key. */
  backup?: () => Promise<string>
}

export type Gateway = { url: string; close: () => Promise<void> }

type Route = { prefix: string; service: Service; limit: number; streamed?: boolean; keyless?: boolean }

/** Serves app and backend on one port. Throws node's listen error when the port cannot be had. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { engine, keys, mailbox, host, accessLog = noLog } = options
  const http = createServer({ keepAliveTimeout: idleConnectionMs, headersTimeout: idleConnectionMs + 1000 })
  answerUnreadable(http)
  let url = ''
  const siteUrl = () => options.siteUrl ?? url
  const origins = () => [url, ...loopbackNames(url), siteUrl(), ...(options.allowedOrigins ?? [])]
  const isLocal = isLoopback(host)

  const rest = await openRestAndAuth({ engine, keys, mailer: mailbox, siteUrl, origins })
  const services = await openServices({
    ...options,
    http,
    url: () => url,
    origins,
    mailer: mailbox,
    note: accessLog.note,
    verifyToken: async (token) => {
      const caller = await verifyToken(token, keys)
      return caller && !rest.isRevoked(caller) ? caller : null
    },
  })
  rest.onRevoked(services.disconnectUser)

  const routes: Route[] = [
    { prefix: '/rest/v1/', service: rest.rest, limit: largestRow },
    { prefix: '/auth/v1/', service: rest.auth, limit: mebibyte },
    { prefix: '/storage/v1/', service: services.storage, limit: 64 * mebibyte, streamed: true, keyless: true },
    { prefix: '/functions/v1/', service: services.functions, limit: mebibyte, keyless: true },
    { prefix: '/realtime/v1/api/', service: services.broadcast, limit: mebibyte },
  ]
  const perIp = createLimiter({ limit: 6000, windowMs: 10_000 })
  const rates = createRates({ service: options.ratesService })
  const publicDocuments = createLimiter({ limit: 30, windowMs: 60_000 })
  const webApp = options.webRoot ? createStaticApp({ root: options.webRoot, siteUrl }) : async () => null

  const api = async (route: Route, request: Request, ip: string, seen: (caller: Caller) => void): Promise<Response> => {
    if (request.method === 'OPTIONS' && request.headers.has('origin')) return preflight(request, origins())
    const identity = await identify(request, keys, { keyless: route.keyless ?? false })
    if (!identity.known) {
      const { code, message, hint = null } = identity
      return Response.json(
        { code, message, details: null, hint },
        { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      )
    }
    seen(identity.caller)
    if (rest.isRevoked(identity.caller))
      return Response.json({ code: 'user_banned', message: 'User is banned' }, { status: 403 })
    if (identity.caller.role !== 'service_role') {
      const wait = perIp.hit(ip) ?? (asksForPublicDocument(request) ? publicDocuments.hit(ip) : null)
      if (wait) return tooManyRequests(wait)
    }
    if (await wouldFillTheDisk(request)) return diskIsFull()
    const context: RequestContext = { caller: identity.caller, ip }
    return quietly(accessLog.note, () => route.service.handle(request, context))
  }

  /** Reading, signing in and signing out always go on. */
  const wouldFillTheDisk = async (request: Request): Promise<boolean> => {
    if (!options.room || request.method === 'GET' || request.method === 'HEAD') return false
    if (/^\/auth\/v1\/(token|logout)$/.test(new URL(request.url).pathname)) return false
    return options.room.isFullFor(Number(request.headers.get('content-length') ?? 0))
  }

  const local = async (request: Request, path: string, byName: boolean): Promise<Response | null> => {
    if (path === '/health') return Response.json({ status: 'ok', engine: engine.kind, version: engine.version })
    if (path === '/config.json') {
      const demo = options.seed === 'demo' && (await demoAccounts(engine)).length > 0
      const companyDomain = options.companyDomain ?? ''
      return configJson({ publishableKey: keys.publishableKey, companyDomain, demo, ratesUrl: ratesPath })
    }
    if (path.startsWith('/rates/')) return rates(request, path)
    if (path === '/local/demo-accounts' && options.seed === 'demo') {
      const accounts = await demoAccounts(engine)
      if (accounts.length > 0) return Response.json(accounts, { headers: { 'cache-control': 'no-store' } })
    }
    if (path === '/local/backup' && request.method === 'POST' && options.backup) {
      const identity = await identify(request, keys)
      if (identity.known && identity.caller.role === 'service_role')
        return Response.json({ file: await options.backup() })
    }
    if ((path === '/mail' || path.startsWith('/mail/')) && isLocal && byName) return mailPage(request, mailbox)
    return null
  }

  const answer = async (incoming: IncomingMessage, seen: (caller: Caller) => void): Promise<[Request, Response]> => {
    if (!methods.has(incoming.method ?? '')) throw new UnknownMethod()
    const path = pathOf(incoming)
    const route = routes.find(({ prefix }) => path.startsWith(prefix))
    const request = await toRequest(incoming, {
      origin: url,
      limit: route?.limit ?? 64 * 1024,
      streamed: route?.streamed ?? false,
    })
    const ip = incoming.socket.remoteAddress ?? 'unknown'
    if (route) {
      const response = mutable(await api(route, request, ip, seen))
      // Refused before its part has read it: what is left of it would stand before the next request of the connection.
      if (route.streamed && !(await discardRest(request))) response.headers.set('connection', 'close')
      allow(request, response.headers, origins())
      return [request, response]
    }
    const byName = isLocalName(incoming.headers.host)
    const response = (await local(request, path, byName)) ?? (isApiPath(path) ? null : await webApp(request))
    return [request, mutable(response ?? Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 }))]
  }

  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const began = performance.now()
    let user: string | null = null
    const seen = (caller: Caller) => {
      user = caller.userId ?? caller.role
    }
    outgoing.on('close', () => {
      accessLog.write({
        method: incoming.method ?? '',
        path: incoming.url?.split('?', 1)[0] ?? '',
        status: outgoing.statusCode,
        ms: Math.round(performance.now() - began),
        ip: incoming.socket.remoteAddress ?? '',
        user,
      })
    })
    void answer(incoming, seen)
      .then(([, response]) => response)
      .catch((error: unknown) => failure(error, accessLog))
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
      await services.close()
      http.closeIdleConnections()
      const hurry = setTimeout(() => http.closeAllConnections(), 3000)
      await closed
      clearTimeout(hurry)
      await rest.close()
    },
  }
}

/** Others cannot even be put into a web request (TRACE). */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

class UnknownMethod extends Error {}

function failure(error: unknown, log: AccessLog): Response {
  if (error instanceof UnknownMethod)
    return Response.json({ code: 'method_not_allowed', message: 'This method is not answered here.' }, { status: 405 })
  if (error instanceof BodyTooLarge)
    return Response.json({ code: 'body_too_large', message: 'The request is too large.' }, { status: 413 })
  if (error instanceof BodyTooDeep)
    return Response.json({ code: 'body_too_deep', message: 'The request is nested too deeply.' }, { status: 400 })
  log.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return Response.json({ code: 'unexpected_failure', message: 'Something went wrong on the server.' }, { status: 500 })
}

const tooManyRequests = (seconds: number) =>
  Response.json(
    { code: 'over_request_rate_limit', message: `Too many requests. Please wait ${seconds} seconds.` },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )

const mutable = (response: Response): Response =>
  new Response(response.body, { status: response.status, headers: new Headers(response.headers) })

/** The path as every part reads it: without `..`, so that what chose the part is what the part then answers. */
const pathOf = ({ url = '/' }: IncomingMessage): string =>
  url.startsWith('/') && URL.canParse(`http://here${url}`) ? new URL(`http://here${url}`).pathname : '/'

/** However the name is spelt: the library reads `%67et_public_…` as well. */
function asksForPublicDocument(request: Request): boolean {
  const [, name] = /^\/rest\/v1\/rpc\/([^/]*)/.exec(new URL(request.url).pathname) ?? []
  try {
    return decodeURIComponent(name ?? '').startsWith('get_public_')
  } catch {
    return true
  }
}

const isApiPath = (path: string) =>
  /^\/(rest|auth\/v1|storage|functions|realtime|local|rates|mail|pg|graphql)(\/|$)/.test(path)

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** A page on another site can point its own name at this machine; the mailbox answers to this machine's names only. */
const isLocalName = (host: string | undefined) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i.test(host ?? '')

function loopbackNames(url: string): string[] {
  const { hostname, port } = new URL(url)
  return isLoopback(hostname) ? ['localhost', '127.0.0.1'].map((name) => `http://${name}:${port}`) : []
}

async function listen(http: ReturnType<typeof createServer>, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => resolve())
  })
  const address = http.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${bound}`
}

export const storageIn = (dataDir: string) => join(dataDir, 'storage')
