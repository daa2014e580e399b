import { backOff } from './back-off'

/** The longest that a server may ask to be left alone, in ms. */
const longestWish = 300_000

/** The refusal of a read. It is repeated to later reads until the server's waiting time is over. */
type Refusal = { status: number; body: string; headers: [string, string][] }

export type ServerBackoff = {
  /** `fetch` that watches how reads of rows go. One that was told to come back later is not sent before. */
  watch: (send: typeof fetch) => typeof fetch
  /** Null while all is well, else resolves when polls may go on. */
  over: () => Promise<void> | null
  /** Tells whether reads fail now, and each time that this changes. Returns how to stop. */
  onFailing: (heard: (isFailing: boolean) => void) => () => void
}

/**
 * Spares a server that fails or is busy. Each failure in a row makes polls pause for longer, and an answer
 * ends that. A wish to wait (429 or 503 with `Retry-After`) is kept to the second, by polls and
 * by every read of the same path: those are refused here in the server's own words.
 */
export function createServerBackoff(random: () => number = Math.random): ServerBackoff {
  let failures = 0
  let rest: { over: Promise<void>; end: () => void } | null = null
  const refusals = new Map<string, Refusal>()
  const listeners = new Set<(isFailing: boolean) => void>()

  const count = (next: number) => {
    const changes = next > 0 !== failures > 0
    failures = next
    if (changes) for (const heard of listeners) heard(next > 0)
  }
  const restFor = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      clearTimeout(timer)
      if (rest?.over === promise) rest = null
      resolve()
    }
    const timer = setTimeout(end, ms)
    rest = { over: promise, end }
  }
  /** Reads that fail side by side are one failure. */
  const failed = (wish = 0) => {
    if (rest && wish === 0) return
    rest?.end()
    count(failures + 1)
    restFor(Math.max(wish, backOff(failures, random)))
  }
  const answered = () => {
    count(0)
    rest?.end()
  }
  const refuse = async (path: string, answer: Response, wish: number): Promise<Response> => {
    const refusal = { status: answer.status, body: await answer.text(), headers: [...answer.headers] }
    refusals.set(path, refusal)
    setTimeout(() => refusals.delete(path), wish)
    return again(refusal)
  }

  const watch: ServerBackoff['watch'] = (send) => async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const isRead = ['GET', 'HEAD'].includes(init?.method ?? 'GET') && url.includes('/rest/v1/')
    if (!isRead) return send(input, init)
    const path = url.split('?', 1)[0] ?? url
    const known = refusals.get(path)
    if (known) return again(known)
    try {
      const answer = await send(input, init)
      const isBusy = answer.status === 429 || answer.status === 503
      const wish = isBusy ? waitOf(answer.headers) : 0
      if (answer.status >= 500 || isBusy) failed(wish)
      else answered()
      return wish > 0 ? await refuse(path, answer, wish) : answer
    } catch (error) {
      if (!init?.signal?.aborted) failed()
      throw error
    }
  }
  const onFailing: ServerBackoff['onFailing'] = (heard) => {
    listeners.add(heard)
    heard(failures > 0)
    return () => void listeners.delete(heard)
  }
  return { watch, over: () => rest?.over ?? null, onFailing }
}

const again = ({ status, body, headers }: Refusal) => new Response(body === '' ? null : body, { status, headers })

/** For how long, in ms, an answer asks to be left alone: seconds, or a moment of the server's own clock. */
export function waitOf(headers: Headers): number {
  const said = headers.get('retry-after')?.trim()
  if (!said) return 0
  const asked = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(asked) ? 0 : Math.min(longestWish, Math.max(0, asked))
}

/** The backoff of the app's only server. */
export const serverBackoff = createServerBackoff()
