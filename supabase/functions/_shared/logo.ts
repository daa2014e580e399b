import { drawable } from '../../../src/documents/pdf/drawable.ts'
import { environment } from './environment.ts'

const mostBytes = 2 * 1024 * 1024

/**
 * The company's logo for a PDF: a PNG or JPEG from our own server. Null for another format, another host (so that
 * nobody can make this function call other hosts), or a slow answer.
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
    return bytes.byteLength <= mostBytes ? await drawable(bytes) : null
  } catch {
    return null
  }
}
