import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Caller, Keys, Mailer, Service } from '../contracts.ts'
import { chunksOf, discardRest } from '../storage/body-chunks.ts'
import { readFunctionSettings } from './function-settings.ts'
import { type MailRelay, startMailRelay } from './mail-relay.ts'
import { type Outcome, type RunningFunction, startFunction } from './running-function.ts'

const maximumBody = 1024 * 1024
const defaultTimeLimit = 20_000
const defaultIdleLimit = 120_000

type HostOptions = {
  keys: Keys
  /** The address of this backend, as the functions see it. Asked when a function starts. */
  url: () => string
  mailer: Mailer
  functionsDirectory: string
  /** The functions' secrets. Besides these and Supabase's own variables they see nothing of this process. */
  environment: () => Readonly<Record<string, string | undefined>>
  /** Milliseconds for one call. */
  timeLimit?: number
  /** Milliseconds without a call after which a function's worker gives its memory back. */
  idleLimit?: number
}

/**
 * Runs `supabase/functions/<name>/index.ts` for `/functions/v1/<name>`: plain Supabase Edge Functions, each in a worker
 * thread that is started by its first call and kept while it is called. Functions send mail through MAIL_API_URL, see
 * `supabase/functions/_shared/mail.ts`; unless the secrets name another service, that leads to `mailer`.
 */
export function createFunctionsHost(options: HostOptions): Service {
  const running = new Map<string, RunningFunction>()
  const started: { relay: Promise<MailRelay> | null } = { relay: null }
  const configFile = join(options.functionsDirectory, '..', 'config.toml')

  const environment = async (): Promise<Record<string, string>> => {
    started.relay ??= startMailRelay(options.mailer)
    const relay = await started.relay
    return {
      MAIL_API_URL: relay.url,
      MAIL_API_KEY: relay.key,
      MAIL_FROM: 'Signwright <noreply@localhost>',
      ...defined(options.environment()),
      SUPABASE_URL: options.url(),
      SUPABASE_ANON_KEY: options.keys.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: options.keys.secretKey,
    }
  }

  const warm = async (name: string, file: string): Promise<RunningFunction> => {
    const secrets = await environment()
    const known = running.get(name)
    if (known?.alive) return known
    const fresh = startFunction(pathToFileURL(file).href, secrets, {
      timeLimit: options.timeLimit ?? defaultTimeLimit,
      idleLimit: options.idleLimit ?? defaultIdleLimit,
    })
    running.set(name, fresh)
    return fresh
  }

  const answer = async (request: Request, caller: Caller): Promise<Response> => {
    const name = /^\/functions\/v1\/([a-z][a-z0-9-]{0,62})(?:\/|$)/.exec(new URL(request.url).pathname)?.[1]
    const file = name && join(options.functionsDirectory, name, 'index.ts')
    const exists = file && (await stat(file).catch(() => null))?.isFile()
    const settings = name && exists ? await readFunctionSettings(configFile, name) : null
    if (!name || !file || !settings?.enabled) return refuse(404, 'NOT_FOUND', 'Requested function was not found')

    const preflight = request.method === 'OPTIONS'
    if (settings.verifyJwt && !preflight && !hasToken(caller)) {
      return refuse(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
    }
    const body = await readBody(request)
    if (body === null) return refuse(413, 'PAYLOAD_TOO_LARGE', 'The body may be 1 MiB long')
    const type = request.headers.get('content-type')
    if ((body.byteLength > 0 || type !== null) && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
      return refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON')
    }
    const hasBody = body.byteLength > 0 && request.method !== 'GET' && request.method !== 'HEAD'
    const message = { url: request.url, method: request.method, headers: [...request.headers] }
    return asResponse(await (await warm(name, file)).call({ ...message, body: hasBody ? body : null }))
  }

  return {
    handle: async (request, { caller }) => {
      const response = await answer(request, caller)
      if (!(await discardRest(request))) response.headers.set('connection', 'close')
      return response
    },
    close: async () => {
      await Promise.all([...running.values()].map((each) => each.stop()))
      await (await started.relay)?.close()
    },
  }
}

function defined(environment: ReturnType<HostOptions['environment']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** As on Supabase, a bare publishable key is no token. */
function hasToken(caller: Caller): boolean {
  return caller.claims !== null || caller.role === 'service_role'
}

async function readBody(request: Request): Promise<ArrayBuffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBody) return null
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(request.body)) {
    size += chunk.byteLength
    if (size > maximumBody) return null
    kept.push(chunk)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of kept) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body.buffer
}

function asResponse(outcome: Outcome): Response {
  switch (outcome.kind) {
    case 'answered': {
      const { status, headers, body } = outcome.reply
      return new Response(body.byteLength > 0 ? body : null, { status, headers })
    }
    case 'timeout':
      return refuse(504, 'IDLE_TIMEOUT', 'The function took too long')
    case 'crashed':
      return refuse(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
    case 'bootError':
      return refuse(503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)')
  }
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'access-control-allow-origin': '*' } })
}
