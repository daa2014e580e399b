import type { Proxy, Weather } from './proxy.ts'
import type { Random } from './random.ts'

export type Fault = {
  name: string
  /** Its duration in ms; 0 for an instant event. */
  lasts: number
  begin: () => void | Promise<void>
  end: () => void | Promise<void>
}

export type Battlefield = {
  proxies: readonly Proxy[]
  /** Kills the server at once and starts it again on its data. */
  killServer: () => Promise<void>
}

const json = { 'content-type': 'application/json' }
const errors = [500, 502, 503, 504].map((status) => ({ status, headers: json, body: '{"message":"Something broke"}' }))
const answers = [
  ...errors,
  { status: 429, headers: { ...json, 'retry-after': '1' }, body: '{"message":"Too many requests"}' },
  { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><body><h1>Bad gateway</h1></body></html>' },
]

/** Every fault of `security.md` §3.3 R2–R9, with new random numbers each time. */
const weathers: readonly (readonly [name: string, (random: Random) => Weather])[] = [
  ['sockets in a black hole', () => ({ sockets: { kind: 'swallow' } })],
  ['delay', (random) => delay(random)],
  ['1 to 20 kB/s', (random) => throttle(random.between(1000, 20_000))],
  ['duplicate frames', (random) => ({ sockets: { kind: 'duplicate', times: random.between(1, 5) } })],
  ['reordered frames', () => ({ sockets: { kind: 'reorder', window: 20 } })],
  ['lost frames', (random) => ({ sockets: { kind: 'drop', share: random.between(1, 30) / 100 } })],
  ['no requests', () => ({ requests: { kind: 'refuse' } })],
  ['no sockets', () => ({ sockets: { kind: 'refuse' } })],
  ['no network', () => ({ requests: { kind: 'refuse' }, sockets: { kind: 'refuse' } })],
  ['requests in a black hole', () => ({ requests: { kind: 'swallow' } })],
  ['errors', (random) => ({ requests: { kind: 'answer', share: 0.7, ...random.pick(answers) } })],
  ['answers that break off', () => ({ requests: { kind: 'break-off', share: 0.7 } })],
]

const delay = (random: Random): Weather => {
  const range = { kind: 'delay', least: 50, most: random.between(100, 2000) } as const
  return { requests: range, sockets: range }
}
const throttle = (bytesPerSecond: number): Weather => {
  const line = { kind: 'throttle', bytesPerSecond } as const
  return { requests: line, sockets: line }
}

/** Draws faults from a shuffled pack, so that each kind comes before any comes twice. */
export function drawFaults(random: Random, { proxies, killServer }: Battlefield): () => Fault {
  const some = () => proxies.filter(() => random.chance(0.6))
  const nothing = () => {}

  const inWeather =
    ([name, weather]: (typeof weathers)[number]) =>
    (): Fault => {
      const struck = some()
      const drawn = weather(random)
      return {
        name: `${name} for ${struck.length} of ${proxies.length} lines`,
        lasts: random.between(300, 2500),
        begin: () => struck.forEach((proxy) => proxy.suffer(drawn)),
        end: () => struck.forEach((proxy) => proxy.heal()),
      }
    }
  const atOnce = (name: string, begin: Fault['begin']) => (): Fault => ({ name, lasts: 0, begin, end: nothing })
  const kinds: readonly (() => Fault)[] = [
    ...weathers.map(inWeather),
    atOnce('server killed', killServer),
    atOnce('connections reset', () => some().forEach((proxy) => proxy.cut('reset', 'all'))),
    atOnce('sockets closed', () => some().forEach((proxy) => proxy.cut('end', 'sockets'))),
  ]
  let pack: (() => Fault)[] = []
  return () => {
    if (pack.length === 0) pack = random.shuffle(kinds)
    const drawn = pack.pop()
    if (!drawn) throw new Error('There is no kind of fault.')
    return drawn()
  }
}
