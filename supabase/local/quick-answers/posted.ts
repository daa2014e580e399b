/** A `POST` of JSON, as supabase-js sends it. */
export type Posted = {
  /** The JSON as it was sent, and the names of its values, sorted. */
  text: string
  names: readonly string[]
  /** One object is wanted, not a list. */
  single: boolean
}

/** Whether one object is wanted (true) or a list (false); null for a form of the answer that only the library knows. */
export function wantsSingle(accept: string | null): boolean | null {
  if (accept === null || accept === '*/*' || accept === 'application/json') return false
  return accept === 'application/vnd.pgrst.object+json' ? true : null
}

/** Reads the body of a request; null for one that is no JSON object, or is sent or wanted in another way. */
export async function readPosted(request: Request): Promise<Posted | null> {
  const { headers } = request
  const single = wantsSingle(headers.get('accept'))
  if (single === null || headers.has('range')) return null
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return null
  const text = await request.clone().text()
  const names = namesOf(text)
  return names && { text, names, single }
}

function namesOf(text: string): string[] | null {
  // The database refuses it in other words on each engine.
  if (text.includes(String.raw`\u0000`)) return null
  try {
    const body: unknown = text.trim() === '' ? {} : JSON.parse(text)
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return isObject ? Object.keys(body).toSorted() : null
  } catch {
    return null
  }
}
