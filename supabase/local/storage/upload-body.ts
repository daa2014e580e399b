import { chunksOf } from './body-chunks.ts'
import { readMultipart } from './multipart.ts'
import { invalidRequest, tooLarge } from './storage-error.ts'

export type Upload = {
  chunks: AsyncIterable<Uint8Array>
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

const maximumMetadata = 64 * 1024

/** The file of an upload as a stream, from a multipart form (File, Blob) or a raw body (everything else). */
export async function readUpload(request: Request): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\b.*?\bboundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  if (!boundary) {
    return {
      chunks: chunksOf(request.body),
      contentType: contentType || 'application/octet-stream',
      cacheControl: cacheControlOf(request.headers.get('cache-control')),
      userMetadata: userMetadataOf(Buffer.from(request.headers.get('x-metadata') ?? '', 'base64').toString('utf8')),
    }
  }
  const form = await readMultipart(chunksOf(request.body), boundary[1] ?? boundary[2] ?? '')
  return {
    chunks: form.file,
    contentType: form.contentType || 'application/octet-stream',
    cacheControl: cacheControlOf(form.fields.get('cacheControl') ?? null),
    userMetadata: userMetadataOf(form.fields.get('metadata') ?? ''),
  }
}

/** Refuses by the announced length, before a byte is read. A form is a little longer than its file. */
export function refuseAnnouncedSize(request: Request, limit: number): void {
  const announced = Number(request.headers.get('content-length') ?? 0)
  const overhead = request.headers.get('content-type')?.startsWith('multipart/') ? 256 * 1024 : 0
  if (announced > limit + overhead) throw tooLarge()
}

/** `3600` and `max-age=3600` both mean an hour; anything that is not a plain directive list means `no-cache`. */
export function cacheControlOf(given: string | null): string {
  const value = given?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return `max-age=${value}`
  return /^[\w=, -]{1,100}$/.test(value) ? value : 'no-cache'
}

/** What a program says of its upload, as a JSON object; null for nothing. */
export function userMetadataOf(text: string): Record<string, unknown> | null {
  if (text === '') return null
  if (text.length > maximumMetadata) throw invalidRequest('The metadata of the upload is too long')
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // said below
  }
  throw invalidRequest('The metadata of the upload must be a JSON object')
}
