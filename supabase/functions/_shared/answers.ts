const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'POST, OPTIONS',
}

export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...cors, 'cache-control': 'no-store', ...headers } })
}

/** A file for download. The header's file name has only letters that every browser reads. */
export function file(bytes: Uint8Array<ArrayBuffer>, type: string, name: string): Response {
  const disposition = `attachment; filename="${name.replace(/[^A-Za-z0-9._-]+/g, '-')}"`
  return new Response(bytes, {
    headers: { ...cors, 'cache-control': 'no-store', 'content-type': type, 'content-disposition': disposition },
  })
}

/** The answer to a browser's preflight. There are no cookies, so any origin may ask; the bearer token decides. */
export function preflight(): Response {
  return new Response(null, { status: 204, headers: { ...cors, 'access-control-max-age': '86400' } })
}

/** A refusal with a sentence for the person. Thrown anywhere in a function, it is answered as `{ error, code }`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }

  toResponse(): Response {
    return answer({ error: this.message, code: this.code }, this.status, this.headers)
  }
}

/** The same answer for every caller without the right, whatever they asked for. */
export const forbidden = () => new Refusal(403, 'forbidden', 'You may not do this.')
