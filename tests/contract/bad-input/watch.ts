import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Status 500 by PostgREST's own table, with a message: a missing row in a function, and a too deeply nested list. */
const asPostgrestHasIt = /"code":"(P0002|54000)"/

/** Every test of the file fails on an answer that is wrong for any request. */
export function forbidBadAnswers(): void {
  let watch: ReturnType<typeof watchAnswers>
  beforeEach(() => {
    watch = watchAnswers()
  })
  afterEach(() => {
    watch.stop()
    expect([...watch.bad]).toEqual([])
  })
}

/** Every such answer: a server error, or a refusal without words. */
function watchAnswers() {
  const real = globalThis.fetch
  const bad = new Set<string>()
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init)
    if (answer.status >= 400) {
      const text = await answer.clone().text()
      const isServerError = answer.status >= 500 && !asPostgrestHasIt.test(text)
      if (isServerError || !inWords(messageOf(text)))
        bad.add(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname} → ${answer.status} ${text.slice(0, 300)}`)
    }
    return answer
  })
  return { bad, stop: () => spy.mockRestore() }
}

function messageOf(answer: string): unknown {
  try {
    const body: unknown = JSON.parse(answer)
    if (typeof body !== 'object' || body === null) return null
    return Reflect.get(body, 'message') ?? Reflect.get(body, 'error')
  } catch {
    return null
  }
}

/** At least two words, and nothing of how the server is built. What was sent may be said again, in quotation marks. */
const inWords = (message: unknown): boolean =>
  typeof message === 'string' &&
  /\p{L}{2,}\s+\S+/u.test(message) &&
  !/\bat \S+:\d+:\d+|node_modules|\[object |undefined/.test(message.replace(/"[^"]*"/g, ''))

export function expectWords(message: unknown): void {
  expect(message).toSatisfy(inWords)
}
