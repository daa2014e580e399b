import type { Counted } from './metrics.ts'

export type RouteTime = { route: string; count: number; failed: number; meanMs: number; slowestMs: number }
export type SlowRequest = { route: string; status: number; ms: number; at: string }

/** So many routes are told apart; the others are counted as one. */
const mostRoutes = 300
const mostSlow = 10
/** Requests of the last hour count as slow ones. */
const slowMs = 3_600_000

/** Names that are ours: tables, functions, buckets. Anything else could be an id, an address or a secret. */
const plainName = /^[a-z][a-z_-]{1,62}$/

/** The route of a path, without anything of a person: `POST /rest/v1/rpc/my_rights`, `GET page`. */
export function routeOf({ method, path }: Pick<Counted, 'method' | 'path'>): string {
  const [, part = '', version = '', ...names] = path.split('/')
  const known = ['rest', 'auth', 'storage', 'functions', 'realtime'].includes(part)
  if (!known) return `${method} ${part === 'local' ? `/local/${plain(version)}` : 'page'}`
  const kept = names.slice(0, 2).map((name) => plain(name))
  return `${method} /${[part, plain(version, /^v\d$/), ...kept].join('/')}`
}

/** Only what was answered makes a route: a stranger makes up hundreds of names, and none of them is there. */
const isAnswered = ({ method, status }: Counted): boolean => method !== 'OPTIONS' && (status < 400 || status >= 500)

const plain = (name: string, allowed = plainName): string => (allowed.test(name) ? name : '…')

/** How long each route took since the start, and the slowest requests of the last hour. */
export function createRouteTimes(now: () => number = Date.now) {
  const routes = new Map<string, { count: number; failed: number; sum: number; slowest: number }>()
  let slow: (SlowRequest & { time: number })[] = []

  return {
    count: (counted: Counted): void => {
      const named = routeOf(counted)
      const isTold = routes.has(named) || (isAnswered(counted) && routes.size < mostRoutes)
      const route = isTold ? named : 'others'
      const { status, ms } = counted
      const known = routes.get(route) ?? { count: 0, failed: 0, sum: 0, slowest: 0 }
      routes.set(route, {
        count: known.count + 1,
        failed: known.failed + (status >= 500 ? 1 : 0),
        sum: known.sum + ms,
        slowest: Math.max(known.slowest, ms),
      })
      const time = now()
      if (slow.length >= mostSlow && ms <= (slow.at(-1)?.ms ?? 0) && (slow[0]?.time ?? 0) > time - slowMs) return
      slow = [...slow, { route, status, ms, at: new Date(time).toISOString(), time }]
        .filter((one) => one.time > time - slowMs)
        .sort((one, other) => other.ms - one.ms)
        .slice(0, mostSlow)
    },

    /** The routes that took the most time together, the first ones first. */
    busiest: (most = 20): RouteTime[] =>
      [...routes]
        .sort(([, one], [, other]) => other.sum - one.sum)
        .slice(0, most)
        .map(([route, { count, failed, sum, slowest }]) => ({
          ...{ route, count, failed },
          meanMs: Math.round(sum / count),
          slowestMs: slowest,
        })),

    slowest: (): SlowRequest[] =>
      slow.filter(({ time }) => time > now() - slowMs).map(({ route, status, ms, at }) => ({ route, status, ms, at })),
  }
}

export type RouteTimes = ReturnType<typeof createRouteTimes>
