import { Agent, request } from 'node:http'
import type { Product } from '../product.ts'
import type { Row } from './row.ts'

/** The number of visitors that ask at once, each again after its answer, and the duration in ms. */
const visitors = 20
const span = 5_000

type Asked = { path: string; body?: string }

/** The capacity of one process for visitors: the home page with its text, and the free times of an appointment. */
export async function measureSite(product: Product): Promise<Row[]> {
  const types = (await ask(product, { path: '/rest/v1/rpc/get_booking_types', body: '{}' })).json() as {
    slug: string
  }[]
  const today = new Date().toISOString().slice(0, 10)
  const slots: Asked = {
    path: '/rest/v1/rpc/free_slots',
    body: JSON.stringify({ p_type: types[0]?.slug, p_from: today, p_days: 14 }),
  }
  const home: Asked = { path: '/' }
  const rows: Row[] = []
  for (const [name, asked] of [
    ['home page', home],
    ['free times of 14 days', slots],
  ] as const) {
    await product.end()
    await product.restart()
    const began = performance.now()
    const first = await ask(product, asked)
    const cold = Math.round(performance.now() - began)
    const { perSecond, middle, worst, wrong } = await press(product, asked)
    rows.push({
      measure: `${name}, ${visitors} visitors at once`,
      result: `${perSecond} a second, median ${middle} ms, p99 ${worst} ms; the first after a start ${cold} ms; ${wrong} not answered with ${first.status}`,
      aim: '',
    })
  }
  return rows
}

type Answer = { status: number; json: () => unknown }

function ask(product: Product, { path, body }: Asked, agent?: Agent): Promise<Answer> {
  const { hostname, port } = new URL(product.url)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        ...(agent ? { agent } : {}),
        headers: {
          host: `www.localhost:${port}`,
          apikey: product.keys.publishableKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            json: (): unknown => JSON.parse(Buffer.concat(parts).toString()),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function press(product: Product, asked: Asked) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const took: number[] = []
  let wrong = 0
  const until = performance.now() + span
  const visitor = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const { status } = await ask(product, asked, agent)
      took.push(performance.now() - began)
      if (status !== 200) wrong += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  agent.destroy()
  took.sort((a, b) => a - b)
  const at = (part: number) => Math.round(took[Math.floor(took.length * part)] ?? 0)
  return { perSecond: Math.round((took.length * 1000) / span), middle: at(0.5), worst: at(0.99), wrong }
}
