import { invalidRequest } from './storage-error.ts'

export type Multipart = { fields: Map<string, string>; contentType: string; file: AsyncGenerator<Uint8Array> }

const maximumHead = 8 * 1024
const maximumField = 64 * 1024

/**
 * Reads `multipart/form-data` up to its first file, and returns the file as a stream. Fields must precede the file, as
 * supabase-js sends them. `contentType`: the file's own, or empty.
 */
export async function readMultipart(body: AsyncIterable<Uint8Array>, boundary: string): Promise<Multipart> {
  const parts = partReader(body, Buffer.from(`\r\n--${boundary}`))
  const fields = new Map<string, string>()
  await collect(parts.content(), maximumField)
  for (;;) {
    const head = await parts.head()
    if (head === null) throw invalidRequest('No file was found in the upload')
    const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? ''
    if (/\bfilename\*?=/i.test(head)) {
      return { fields, contentType: /^content-type:\s*(.+?)\s*$/im.exec(head)?.[1] ?? '', file: parts.content() }
    }
    fields.set(name, await collect(parts.content(), maximumField))
  }
}

function partReader(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
  const source = body[Symbol.asyncIterator]()
  // The line break that belongs to every delimiter is missing before the first.
  let buffer: Buffer = Buffer.from('\r\n')

  const more = async () => {
    const { done, value } = await source.next()
    if (done) throw invalidRequest('The upload ended too early')
    buffer = Buffer.concat([buffer, value])
  }

  return {
    /** The bytes before the next delimiter. */
    async *content(): AsyncGenerator<Uint8Array> {
      for (;;) {
        const end = buffer.indexOf(delimiter)
        const safe = end >= 0 ? end : buffer.length - delimiter.length + 1
        if (safe > 0) {
          const part = buffer.subarray(0, safe)
          buffer = buffer.subarray(safe)
          yield part
        }
        if (end >= 0) {
          buffer = buffer.subarray(delimiter.length)
          return
        }
        await more()
      }
    },

    /** The header lines of the next part, or null after the last. */
    async head(): Promise<string | null> {
      for (;;) {
        if (buffer.subarray(0, 2).toString('latin1') === '--') return null
        const end = buffer.indexOf('\r\n\r\n')
        if (end >= 0) {
          const head = buffer.subarray(0, end).toString('utf8')
          buffer = buffer.subarray(end + 4)
          return head
        }
        if (buffer.length > maximumHead) throw invalidRequest('The upload has too long a part header')
        await more()
      }
    },
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) throw invalidRequest('A field of the upload is too long')
    kept.push(chunk)
  }
  return Buffer.concat(kept).toString('utf8')
}
