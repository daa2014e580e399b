import { preflight, Refusal } from './answers.ts'
import { type Caller, identify } from './caller.ts'

/**
 * The frame of every function: preflight, POST only, JSON only (a form of another site cannot send JSON), a size limit,
 * a signed-in caller. `work` answers or throws a Refusal. The message of any other error stays inside.
 */
export function serveJson(
  options: { maximumBytes: number },
  work: (body: unknown, caller: Caller) => Promise<Response>,
): void {
  serve(async (request) => {
    const caller = await identify(request)
    return work(await readJson(request, options.maximumBytes), caller)
  })
}

/** The same for visitors: nobody needs to be signed in. `work` asks who calls where that decides. */
export function serveOpenJson(
  options: { maximumBytes: number },
  work: (body: unknown, request: Request) => Promise<Response>,
): void {
  serve(async (request) => work(await readJson(request, options.maximumBytes), request))
}

/** For messages of another service: as `serveOpenJson`, and a GET by which that service asks whose address this is. */
export function serveMessages(
  options: { maximumBytes: number },
  work: (body: unknown, request: Request) => Promise<Response>,
  whoIsThere: () => Promise<Response>,
): void {
  serve(
    async (request) =>
      request.method === 'GET' ? whoIsThere() : work(await readJson(request, options.maximumBytes), request),
    ['GET', 'POST'],
  )
}

/** A file behind a secret address, which other programs read by GET. Nobody signs in: the address is the right. */
export function serveAddress(work: (request: Request) => Promise<Response>): void {
  serve(work, ['GET', 'HEAD'])
}

function serve(work: (request: Request) => Promise<Response>, methods: readonly string[] = ['POST']): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return preflight()
    try {
      if (!methods.includes(request.method))
        throw new Refusal(405, 'method_not_allowed', `Only ${methods.join(' and ')} is answered here.`)
      return await work(request)
    } catch (failure) {
      if (failure instanceof Refusal) return failure.toResponse()
      return new Refusal(500, 'internal_error', 'Something went wrong. Please try again.').toResponse()
    }
  })
}

async function readJson(request: Request, maximumBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal(415, 'unsupported_media_type', 'The body must be JSON.')
  const tooLarge = new Refusal(413, 'payload_too_large', `At most ${maximumBytes} bytes are accepted.`)
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) throw tooLarge
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > maximumBytes) throw tooLarge
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body must be JSON.')
  }
}
