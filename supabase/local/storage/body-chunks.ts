/** What of a refused upload is still read. Whoever sends more hears of the refusal by a closed connection. */
const patience = 64 * 1024 * 1024

/** The sender went away, or was cut off, in the middle of a body. */
export class BrokenBody extends Error {}

/** A body chunk by chunk. It is locked only while a chunk is awaited, so that whoever stops leaves the rest readable. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body || body.locked) return
  for (;;) {
    const reader = body.getReader()
    const { done, value } = await reader
      .read()
      .catch((cause: unknown) => {
        throw new BrokenBody('The body ended too early', { cause })
      })
      .finally(() => reader.releaseLock())
    if (done) return
    yield value
  }
}

/**
 * Reads the rest of a body away. An HTTP/1 client hears an early answer only if its whole body is taken. False when
 * the rest is too long or breaks off.
 */
export async function discardRest(request: Request): Promise<boolean> {
  let size = 0
  try {
    for await (const chunk of chunksOf(request.body)) {
      size += chunk.byteLength
      if (size > patience) return false
    }
    return true
  } catch {
    return false
  }
}
