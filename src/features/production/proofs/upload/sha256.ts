import { sha256 } from '@noble/hashes/sha2.js'

/** SHA-256 in hexadecimal. By own code where the app is served without TLS: browsers have no crypto.subtle there. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest: Uint8Array =
    typeof crypto.subtle === 'undefined' ? sha256(bytes) : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
