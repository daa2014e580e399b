/**
 * An id of a request's network, for counting calls of unknown callers: one IPv4 address, or the 64 bits that an IPv6
 * network shares. Hosted Supabase is behind Cloudflare; the embedded server writes the second header.
 */
export async function idOfNetwork(request: Request): Promise<string> {
  const address =
    request.headers.get('cf-connecting-ip') ?? request.headers.get('x-forwarded-for')?.split(',')[0] ?? 'unknown'
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`network ${networkOf(address.trim())}`)),
  )
  const hex = Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** `2001:db8:1:2:3::4` → `2001:db8:1:2`; an IPv4 address stays unchanged. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after] = address.toLowerCase().split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after ? after.split(':') : []
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
