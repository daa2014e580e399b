import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The name of the way, RFC 5802 and RFC 7677, as PostgreSQL asks for a password. The password itself is never sent. */
export const mechanism = 'SCRAM-SHA-256'

const hmac = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest()
const hash = (value: Buffer) => createHash('sha256').update(value).digest()
const rounds = 4096

/** One sign-in of a client who should know the password. */
export function createScram(password: string) {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const [storedKey, serverKey] = [hash(hmac(salted, 'Client Key')), hmac(salted, 'Server Key')]
  let said: { first: string; nonce: string; answer: string } | null = null
  return {
    /** Answers the client's first words. Throws for anything but those. */
    begin: (words: string): string => {
      const [, first = '', theirs] = /^[ny],[^,]*,(n=[^,]*,r=([^,]+))$/.exec(words) ?? []
      if (theirs === undefined) throw new Error('The sign-in cannot be read')
      const nonce = theirs + randomBytes(18).toString('base64')
      const answer = `r=${nonce},s=${salt.toString('base64')},i=${rounds}`
      said = { first, nonce, answer }
      return answer
    },
    /** The server's last words, or null where the client does not know the password. */
    end: (words: string): string | null => {
      const [, final = '', nonce, proof = ''] = /^(c=[^,]+,r=([^,]+)),p=(.+)$/.exec(words) ?? []
      if (!said || nonce !== said.nonce) return null
      const everything = [said.first, said.answer, final].join(',')
      const signature = hmac(storedKey, everything)
      const given = Buffer.from(proof, 'base64')
      if (given.length !== signature.length) return null
      const key = Buffer.from(given.map((byte, at) => byte ^ (signature[at] ?? 0)))
      return timingSafeEqual(hash(key), storedKey) ? `v=${hmac(serverKey, everything).toString('base64')}` : null
    },
  }
}
