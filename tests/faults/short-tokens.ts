import { SignJWT } from 'jose'
import { z } from 'zod'
import { intercept } from './intercept.ts'

const sessionSchema = z.looseObject({ user: z.looseObject({ id: z.string() }) })

/** The time in s since 1970, also where `Date` is set wrong. */
const now = () => Math.floor((performance.timeOrigin + performance.now()) / 1000)

/** A token of that person as the server signs them. */
export const tokenOf = (userId: string, jwtSecret: string, seconds: number): Promise<string> =>
  new SignJWT({ role: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setAudience('authenticated')
    .setIssuedAt(now())
    .setExpirationTime(now() + seconds)
    .sign(new TextEncoder().encode(jwtSecret))

/**
 * Tokens from signing in expire after so many seconds, while the browser is told an hour. Returns the function that
 * restores it.
 */
export function shortenTokens(jwtSecret: string, seconds: number): () => void {
  return intercept(async (url, pass) => {
    const answer = await pass()
    if (!url.includes('grant_type=password')) return answer
    const session = sessionSchema.parse(await answer.json())
    return Response.json({ ...session, access_token: await tokenOf(session.user.id, jwtSecret, seconds) })
  })
}
