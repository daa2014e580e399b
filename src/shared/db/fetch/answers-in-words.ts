import { loadRefusalWords } from '../../domain/records/refusal-words'
import { refusalsReady } from './before-refusals'
import { hasBody } from './has-body'

const words = {
  busy: 'The server is busy. Please try again in a moment.',
  down: 'The server cannot be reached just now. Please try again in a moment.',
  unexplained: 'The server refused this without saying why.',
  stranger: 'This network answered instead of the server. It may want you to sign in first.',
  broken: 'The answer of the server broke off. Please try again.',
}

/** The sentences that mean: the server itself did not answer. */
export const downWords: readonly string[] = [words.busy, words.down, words.stranger, words.broken]

const says = async (message: string, status: number, headers?: Headers) => {
  await refusalsReady()
  const wait = headers?.get('retry-after')
  const date = headers?.get('date')
  return Response.json(
    { message, code: '', details: null, hint: null },
    { status, headers: { ...(wait ? { 'retry-after': wait } : {}), ...(date ? { date } : {}) } },
  )
}

/**
 * `fetch` for rows whose errors can be shown on a screen. The page of a proxy or of a hotel, an empty refusal and a broken
 * answer to a write become errors with a sentence. Answers of the database are not changed; the sentences for its own errors
 * are loaded before a screen shows one, and so are those in the language of a client.
 */
export const withWords =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    const url = input instanceof Request ? input.url : String(input)
    const method = init?.method ?? 'GET'
    if (!url.includes('/rest/v1/') || method === 'HEAD') return answer
    const type = answer.headers.get('content-type') ?? ''

    if (!hasBody(answer)) return answer.ok ? answer : says(wordsFor(answer.status), answer.status, answer.headers)
    if (answer.ok) {
      if (type.includes('text/html')) return says(words.stranger, 502)
      return method === 'GET' || !type.includes('json') ? answer : wholeOrBroken(answer)
    }
    const text = await answer.text()
    const refusal = json(text)
    if (refusal !== undefined) {
      await Promise.all([loadRefusalWords(Object(refusal).code), refusalsReady()])
      return new Response(text, answer)
    }
    return says(wordsFor(answer.status), answer.status, answer.headers)
  }

/** Reads are not looked into: lists are long, and a list that broke off is read again. */
async function wholeOrBroken(answer: Response): Promise<Response> {
  const text = await answer.text()
  return text === '' || json(text) !== undefined ? new Response(text, answer) : says(words.broken, 502)
}

function wordsFor(status: number): string {
  if (status === 429) return words.busy
  return status >= 500 ? words.down : words.unexplained
}

/** The value of a text; undefined for one that is no JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
