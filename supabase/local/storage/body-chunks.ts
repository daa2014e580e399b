/** How many bytes of a refused upload are still read. A client that sends more gets a closed connection. */
const patience = 64 * 1024 * 1024

/** The sender went away, or was cut off, in the middle of a body. */
export class BrokenBody extends Error {}

/** A body chunk by chunk. It is locked only while a chunk is awaited, so a caller that stops leaves the rest readable. */
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
 * Reads and drops the rest of a body. An HTTP/1 client reads an early answer only after its whole body was taken. False
 * when the rest is too long or incomplete.
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
