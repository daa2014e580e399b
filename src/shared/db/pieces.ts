/** A file above this many bytes goes up in pieces of this many, as Supabase asks. */
export const pieceBytes = 6 * 1024 * 1024

export type InPieces = { bucket: string; path: string; file: Blob; keeps?: number | undefined }
type Send = typeof fetch
type Told = (share: number) => void

/** A refusal of the server; `passes` where it may be different in a moment. */
class Refusal extends Error {
  readonly passes: boolean
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
    this.passes = status >= 500 || status === 408 || status === 409 || status === 423 || status === 429
  }
}

/** The tries without any progress, and the waits between them in ms. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000]
const wait = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

/**
 * Uploads a file in pieces by the protocol tus 1.0.0, below `url`. Where the line is cut or the server restarts, it goes on from
 * what the server has. `told` hears the share that is there, 0 to 1. `pause` waits before a try.
 * @throws Error in the server's words, or the last failure of the line
 */
export async function sendInPieces(
  url: string,
  send: Send,
  upload: InPieces,
  told: Told = () => {},
  pause: (ms: number) => Promise<void> = wait,
): Promise<void> {
  const { file } = upload
  let place: string | null = null
  let offset = 0
  let isUnsure = false
  for (let failures = 0; ;) {
    try {
      if (place === null) place = await begin(url, send, upload)
      else if (isUnsure) offset = await offsetOf(place, send)
      isUnsure = false
      if (offset >= file.size) return
      offset = await addPiece(place, send, file, offset)
      failures = 0
      told(offset / file.size)
    } catch (error) {
      // It is over there, or was never begun: it begins anew.
      const isGone = error instanceof Refusal && (error.status === 404 || error.status === 410) && place !== null
      if (error instanceof Refusal && !error.passes && !isGone) throw error
      const ms = pauses[failures]
      if (ms === undefined) throw error
      failures += 1
      if (isGone) [place, offset] = [null, 0]
      isUnsure = true
      await pause(ms)
    }
  }
}

const spoken = { 'tus-resumable': '1.0.0' }

async function begin(url: string, send: Send, { bucket, path, file, keeps }: InPieces): Promise<string> {
  const said = {
    ...{ bucketName: bucket, objectName: path, contentType: file.type || 'application/octet-stream' },
    ...(keeps === undefined ? {} : { cacheControl: String(keeps) }),
  }
  const metadata = Object.entries(said).map(([name, value]) => `${name} ${inBase64(value)}`)
  const endpoint = `${url}/upload/resumable`
  const answer = await answered(
    send(endpoint, {
      method: 'POST',
      headers: { ...spoken, 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') },
    }),
  )
  const location = answer.headers.get('location')
  if (location === null) throw new Refusal(502, 'The server did not say where the file goes.')
  return new URL(location, endpoint).href
}

const offsetOf = async (place: string, send: Send): Promise<number> =>
  offsetIn(await answered(send(place, { method: 'HEAD', headers: spoken })))

async function addPiece(place: string, send: Send, file: Blob, offset: number): Promise<number> {
  const headers = { ...spoken, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  const body = file.slice(offset, offset + pieceBytes)
  return offsetIn(await answered(send(place, { method: 'PATCH', headers, body })))
}

function offsetIn({ headers }: Response): number {
  const offset = headers.get('upload-offset')
  if (offset === null) throw new Refusal(502, 'The server did not say how far the file came.')
  return Number(offset)
}

async function answered(sending: Promise<Response>): Promise<Response> {
  const answer = await sending
  if (answer.ok) return answer
  const body: unknown = await answer.json().catch(() => null)
  const words: unknown = Reflect.get(Object(body), 'message')
  throw new Refusal(answer.status, typeof words === 'string' ? words : 'The file could not be uploaded.')
}

/** Of any text: `btoa` takes single bytes only. */
const inBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
