import { environment } from './environment.ts'

const mostBytes = 2 * 1024 * 1024

/**
 * The company's logo for a PDF: a PNG or JPEG from our own server. Null for another format, another host (nobody makes
 * this function call the network around it), or one that does not come in time.
 */
export async function logoOf(url: string | null): Promise<ArrayBuffer | null> {
  const own = new URL(environment('SUPABASE_URL'))
  if (!url || !URL.canParse(url, own)) return null
  const address = new URL(url, own)
  if (address.origin !== own.origin) return null
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(3000), redirect: 'error' })
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > mostBytes) return null
    const bytes = await answer.arrayBuffer()
    return bytes.byteLength <= mostBytes && isPicture(new Uint8Array(bytes)) ? bytes : null
  } catch {
    return null
  }
}

/** By its first bytes, whatever its name says. */
const isPicture = ([first, second, third, fourth]: Uint8Array): boolean =>
  (first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47) || (first === 0xff && second === 0xd8)
