import { newPerson, browserOf } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import { startProduct, type Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'

const span = Number(process.env['BENCH_SPAN'] ?? 6000)
const mostSessions = 2000
const changedAtOnce = 200

/** Sessions that the database takes: each begins where the one before it ended, and lasts no time. */
const sessionsOf = (count: number, at = '2026-03-02T08:00:00.000Z') =>
  Array.from({ length: count }, () => ({
    startTime: at,
    endTime: at,
    duration: '00:00:00',
    isPaused: false,
    pausedAt: null,
  }))

type Attack = { name: string; atOnce: number; lasts: boolean; send: (nth: number) => Promise<number> }

/** The wait for a small read while other people send the most expensive requests. Visitors have their own addresses. */
export async function measureBystander(): Promise<Row[]> {
  const product = await startProduct({ SIGNWRIGHT_TRUSTED_PROXIES: '1' })
  try {
    const staff = await tokenOf(product, 'sales')
    const rows: Row[] = []
    const read = async () => {
      const answer = await ask(product, { path: 'notifications?select=id,title&limit=20', token: staff })
      if (answer !== 200) throw new Error(`The bystander was answered with ${answer}`)
    }
    for (const attack of await attacksOn(product)) {
      const alone = await readsDuring(read, () => Promise.resolve())
      const answers = new Map<number, number>()
      const beside = await readsDuring(read, (isOver) => under(attack, isOver, answers))
      const told = [...answers].map(([status, count]) => `${count} answered with ${status}`).join(', ')
      rows.push({
        measure: `a read beside ${attack.name} (${told})`,
        result: `${milliseconds(spreadOf(beside))}; alone ${milliseconds(spreadOf(alone))}`,
        aim: 'at most 100 ms more',
      })
    }
    return rows
  } finally {
    await product.remove()
  }
}

async function attacksOn(product: Product): Promise<Attack[]> {
  const pending = await tokenOf(product, 'pending')
  const member = await tokenOf(product, 'team_member')
  const entry = JSON.stringify({ client_name: 'Busy', status: 'completed', sessions: sessionsOf(mostSessions) })
  const entries: string[] = []
  while (entries.length < 8) entries.push(await fullEntry(product, member))
  /** Replaces the last 200 of 2,000 sessions by others at each call. */
  const change = (nth: number) =>
    ask(product, {
      path: `time_entries?id=eq.${entries[nth % entries.length]}`,
      method: 'PATCH',
      body: JSON.stringify({
        sessions: [
          ...sessionsOf(mostSessions - changedAtOnce),
          ...sessionsOf(changedAtOnce, `2026-03-02T09:00:00.${String(nth % 1000).padStart(3, '0')}Z`),
        ],
      }),
      token: member,
    })
  const types = await fetch(`${product.url}/rest/v1/rpc/get_booking_types`, {
    method: 'POST',
    headers: { apikey: product.keys.publishableKey, 'content-type': 'application/json' },
    body: '{}',
  })
  const [type] = (await types.json()) as { slug: string }[]
  const today = new Date().toISOString().slice(0, 10)
  const slots = JSON.stringify({ p_type: type?.slug, p_from: today, p_days: 42 })
  const free = (address: (nth: number) => string) => (nth: number) =>
    ask(product, { path: 'rpc/free_slots', body: slots, address: address(nth) })
  return [
    {
      name: 'a pending person who sends 2,000 sessions in a loop',
      ...{ atOnce: 1, lasts: true },
      send: () => ask(product, { path: 'time_entries', body: entry, token: pending }),
    },
    {
      name: 'a pending person who sends them eight times at once',
      ...{ atOnce: 8, lasts: true },
      send: () => ask(product, { path: 'time_entries', body: entry, token: pending }),
    },
    {
      name: 'a colleague who changes entries of 2,000 sessions in a loop',
      ...{ atOnce: 1, lasts: true },
      send: change,
    },
    {
      name: 'a colleague who changes eight entries of 2,000 sessions at once',
      ...{ atOnce: 8, lasts: true },
      send: change,
    },
    { name: '60 calls of free_slots of one visitor', atOnce: 60, lasts: false, send: free(() => '203.0.113.9') },
    {
      name: '60 calls of free_slots of 60 visitors',
      ...{ atOnce: 60, lasts: false },
      send: free((nth) => `198.51.100.${nth}`),
    },
    {
      name: '8 visitors at a time who ask free_slots in a loop, each from another address',
      ...{ atOnce: 8, lasts: true },
      send: free((nth) => `10.${(nth >> 12) & 255}.${(nth >> 6) & 63}.${nth & 63}`),
    },
  ]
}

/** A paused entry with the most sessions, added in the largest allowed steps; returns its id. */
async function fullEntry(product: Product, token: string): Promise<string> {
  const id = crypto.randomUUID()
  const started = { id, client_name: 'Busy', status: 'paused', sessions: sessionsOf(changedAtOnce) }
  const statuses = [await ask(product, { path: 'time_entries', body: JSON.stringify(started), token })]
  for (let count = 2 * changedAtOnce; count <= mostSessions; count += changedAtOnce) {
    const body = JSON.stringify({ sessions: sessionsOf(count) })
    statuses.push(await ask(product, { path: `time_entries?id=eq.${id}`, method: 'PATCH', body, token }))
  }
  if (statuses.some((status) => status >= 300)) throw new Error(`The entry was not written: ${statuses.join(', ')}`)
  return id
}

/** Reads one after the other while something goes on: for a span, or until it is over. Answers how many ms each took. */
async function readsDuring(read: () => Promise<void>, work: (isOver: () => boolean) => Promise<void>) {
  const until = performance.now() + span
  const took: number[] = []
  const isOver = () => performance.now() > until
  const working = work(isOver)
  let hasEnded = false
  void working.finally(() => (hasEnded = true))
  do {
    const began = performance.now()
    await read()
    took.push(performance.now() - began)
  } while (!isOver() && !(hasEnded && took.length > 100))
  await working
  return took
}

let sent = 0
async function under(attack: Attack, isOver: () => boolean, answers: Map<number, number>): Promise<void> {
  const sender = async () => {
    do {
      const status = await attack.send(sent++)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    } while (attack.lasts && !isOver())
  }
  await Promise.all(Array.from({ length: attack.atOnce }, sender))
}

const tokenOf = async (product: Product, role: 'pending' | 'sales' | 'team_member'): Promise<string> => {
  const browser = await browserOf(product, await newPerson(product, role))
  const { data } = await browser.auth.getSession()
  return data.session?.access_token ?? ''
}

async function ask(
  { url, keys }: Product,
  {
    path,
    method = 'POST',
    body,
    token,
    address,
  }: { path: string; method?: string; body?: string; token?: string; address?: string },
): Promise<number> {
  const answer = await fetch(`${url}/rest/v1/${path}`, {
    ...(body === undefined ? {} : { method, body }),
    headers: {
      apikey: keys.publishableKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(address ? { 'x-forwarded-for': address } : {}),
    },
  })
  await answer.arrayBuffer()
  return answer.status
}
