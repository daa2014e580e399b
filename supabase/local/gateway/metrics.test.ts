import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createMetrics, createMonitoring } from './metrics.ts'

const token = 'a-token-for-prometheus'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ metricsToken: token })
})
afterAll(() => server.close())

const at = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

describe('/metrics', () => {
  test.each([
    ['nobody', {}],
    ['a wrong token', { authorization: 'Bearer another-token-for-prometheus' }],
    ['a token as a password', { authorization: `Basic ${btoa(`x:${token}`)}` }],
  ])('is closed to %s', async (_, headers) => {
    expect((await at('/metrics', headers)).status).toBe(401)
  })

  test('is not there where no token is set', async () => {
    const other = await startTestServer()
    const answer = await fetch(`${other.url}/metrics`, { headers: { authorization: 'Bearer undefined' } })
    expect(answer.status).toBe(404)
    await other.close()
  })

  test('counts requests by part and status, and says how large the database is, in Prometheus’ text', async () => {
    const secret = 'token_hash=of-somebody'
    await at(`/rest/v1/user_roles?select=role&${secret}`, { apikey: server.keys.publishableKey })
    await at('/rest/v1/user_roles')
    const answer = await at('/metrics', { authorization: `Bearer ${token}` })
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain('signwright_requests_total{part="rest",method="GET",status="401"} 1\n')
    expect(text).toMatch(/^signwright_request_seconds_count\{part="rest"\} 2$/m)
    expect(text).toMatch(/^signwright_database_bytes [1-9]\d{6,}$/m)
    expect(text).toMatch(/^signwright_mails_waiting 0$/m)
    expect(text).toMatch(/^signwright_sockets 0$/m)
    expect(text).not.toContain('of-somebody')
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/)
  })

  test('counts a write whose asker left before the answer as 499, never as done', async () => {
    const asker = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(asker, 'connect')
    asker.write('POST /rest/v1/invoice_items HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99\r\n\r\n[{')
    asker.destroy()
    await once(asker, 'close')
    await vi.waitFor(async () => {
      const text = await (await at('/metrics', { authorization: `Bearer ${token}` })).text()
      expect(text.match(/part="rest",method="POST",status="\d+"/g)).toEqual(['part="rest",method="POST",status="499"'])
    })
  })

  test('sorts the time of requests into steps that each hold the ones below', () => {
    const metrics = createMetrics()
    for (const ms of [3, 40, 40, 700, 60_000])
      metrics.count({ path: '/auth/v1/token', method: 'POST', status: 200, ms })
    const buckets = [...metrics.text().matchAll(/_bucket\{part="auth",le="([^"]+)"\} (\d+)/g)].map(([, le, n]) => [
      le,
      n,
    ])
    expect(Object.fromEntries(buckets)).toMatchObject({ '0.01': '1', '0.05': '3', '1': '4', '10': '4', '+Inf': '5' })
  })

  test('makes no new line for each path or method that a stranger thinks of', () => {
    const metrics = createMetrics()
    const size = () => metrics.text().split('\n').length
    metrics.count({ path: '/a', method: 'GET', status: 404, ms: 1 })
    const before = size()
    for (let each = 0; each < 100; each += 1) metrics.count({ path: `/a${each}`, method: 'GET', status: 404, ms: 1 })
    expect(size()).toBe(before)
    for (let each = 0; each < 100; each += 1) metrics.count({ path: '/a', method: `X${each}`, status: 501, ms: 1 })
    expect(size()).toBe(before + 1)
  })
})

describe('/ready', () => {
  test('says that the database answers', async () => {
    const answer = await at('/ready')
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
  })

  test.each([
    ['is away', () => Promise.reject(new Error('away'))],
    ['does not answer', () => new Promise<never>(() => {})],
  ])('says 503 while the database %s', async (_, query) => {
    vi.useFakeTimers()
    const answer = createMonitoring({
      engine: { ...server.engine, query },
      metrics: createMetrics(),
      token: undefined,
      sockets: () => 0,
    })(new Request(`${server.url}/ready`), '/ready')
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    expect([(await answer)?.status, await (await answer)?.json()]).toEqual([503, { status: 'not ready' }])
  })
})
