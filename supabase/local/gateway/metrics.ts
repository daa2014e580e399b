import { createHash, timingSafeEqual } from 'node:crypto'
import type { Engine } from '../contracts.ts'

export type Counted = { path: string; method: string; status: number; ms: number }

/** Parts of the server by how their paths begin. Whatever else is asked for is a page. */
const parts = [
  ['rest', '/rest/'],
  ['auth', '/auth/v1/'],
  ['storage', '/storage/'],
  ['functions', '/functions/'],
  ['realtime', '/realtime/'],
  ['local', '/local/'],
] as const
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Upper ends of the steps of time, in seconds. */
const steps = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Counts what the server answers. Its labels are few and known: no path, person or address becomes one. */
export function createMetrics() {
  const requests = new Map<string, number>()
  const times = new Map<string, { within: number[]; sum: number; count: number }>()

  return {
    count: ({ path, method, status, ms }: Counted): void => {
      const part = parts.find(([, prefix]) => path.startsWith(prefix))?.[0] ?? 'page'
      const labels = `part="${part}",method="${methods.has(method) ? method : 'other'}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const time = times.get(part) ?? { within: steps.map(() => 0), sum: 0, count: 0 }
      times.set(part, {
        within: time.within.map((many, index) => (ms / 1000 <= (steps[index] ?? 0) ? many + 1 : many)),
        sum: time.sum + ms / 1000,
        count: time.count + 1,
      })
    },

    text: (): string =>
      described('signwright_requests_total', 'counter', 'Requests by their answer; 499 ended before one.') +
      [...requests].map(([labels, many]) => `signwright_requests_total{${labels}} ${many}\n`).join('') +
      described('signwright_request_seconds', 'histogram', 'How long answers took.') +
      [...times].map(([part, time]) => histogram(part, time)).join(''),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const described = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

function histogram(part: string, { within, sum, count }: { within: number[]; sum: number; count: number }): string {
  const name = 'signwright_request_seconds'
  const buckets = steps.map((step, index) => `${name}_bucket{part="${part}",le="${step}"} ${within[index] ?? 0}\n`)
  return (
    buckets.join('') +
    `${name}_bucket{part="${part}",le="+Inf"} ${count}\n` +
    `${name}_sum{part="${part}"} ${Number(sum.toFixed(3))}\n${name}_count{part="${part}"} ${count}\n`
  )
}

const gauge = (name: string, help: string, value: number) => `${described(name, 'gauge', help)}${name} ${value}\n`

/** How long the database may take to say that it is there, in ms. */
const readyMs = 2000

/** `/metrics` for a monitor that has the token, and `/ready` for a balancer. Null for any other path. */
export function createMonitoring(options: {
  engine: Engine
  metrics: Metrics
  /** Without one there is no `/metrics`. */
  token: string | undefined
  sockets: () => number
}) {
  const { engine, metrics, token } = options

  async function state(): Promise<string> {
    const { rows } = await engine.query<{ bytes: number; waiting: number; failed: number }>(
      `select pg_database_size(current_database())::float8 as bytes,
              (select count(*)::int from public.scheduled_emails
                where status in ('queued', 'sending') and send_at <= now()) as waiting,
              (select count(*)::int from public.scheduled_emails where status = 'failed') as failed`,
    )
    const { rss } = process.memoryUsage()
    return (
      gauge('signwright_database_bytes', 'Size of the database.', rows[0]?.bytes ?? 0) +
      gauge('signwright_mails_waiting', 'Mails that wait to be sent.', rows[0]?.waiting ?? 0) +
      gauge('signwright_mails_failed', 'Mails that could not be sent.', rows[0]?.failed ?? 0) +
      gauge('signwright_sockets', 'Live connections of pages.', options.sockets()) +
      gauge('signwright_memory_bytes', 'Memory of the server process.', rss) +
      gauge('signwright_uptime_seconds', 'Since the server started.', Math.round(process.uptime()))
    )
  }

  return async (request: Request, path: string): Promise<Response | null> => {
    if (path === '/ready') return (await answers(engine)) ? ready(200, 'ready') : ready(503, 'not ready')
    if (path !== '/metrics' || !token) return null
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    if (!same(bearer, token))
      return new Response('This needs the token of SIGNWRIGHT_METRICS_TOKEN.\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      })
    return new Response(metrics.text() + (await state()), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
}

const ready = (status: number, word: string) =>
  Response.json({ status: word }, { status, headers: { 'cache-control': 'no-store' } })

function answers(engine: Engine): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    late = setTimeout(() => resolve(false), readyMs)
  })
  const asked = Promise.resolve()
    .then(() => engine.query('select 1'))
    .then(() => true)
    .catch(() => false)
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(late))
}

function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
