import { hasBody } from './has-body'

/** The longest silence of the server in ms: before a read's answer and within an answer. */
const patience = 10_000

const isOfRows = (url: string) => url.includes('/rest/v1/')

/**
 * `fetch` with a limit for requests of rows: a request fails after 10 s of silence, so that it is retried or reported. On a
 * dead connection the browser itself would wait for minutes. A read has this limit until its answer begins, and each answer
 * until its next part. A write may take as long as the server needs, and file requests have no limit.
 */
export const fetchWithTimeout: typeof fetch = async (input, init = {}) => {
  if (!isOfRows(input instanceof Request ? input.url : String(input))) return fetch(input, init)
  const { signal } = init
  const silence = new AbortController()
  const giveUp = () => silence.abort(new DOMException('The server did not answer.', 'TimeoutError'))
  const isRead = ['GET', 'HEAD'].includes(init.method ?? 'GET')
  let timer = isRead ? setTimeout(giveUp, patience) : undefined
  const stop = () => clearTimeout(timer)
  const wait = () => {
    stop()
    timer = setTimeout(giveUp, patience)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const answer = await fetch(input, {
      ...init,
      signal: AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]),
    })
    stop()
    if (!hasBody(answer)) return answer
    wait()
    const onward = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, asker) => {
        wait()
        asker.enqueue(part)
      },
      flush: stop,
    })
    return new Response(answer.body.pipeThrough(onward), answer)
  } catch (error) {
    stop()
    throw error
  }
}
