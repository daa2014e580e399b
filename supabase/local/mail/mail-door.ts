import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { mailPage, page } from './mail-pages.ts'
import type { Mailbox } from './mailbox.ts'

const cookieName = 'signwright-mail'

/** The part of a request that the mailbox guard needs beside the address. */
export type Visit = Pick<IncomingMessage, 'headers'>

/**
 * The mailbox and its guard. Its mails hold links that give access to an account, so it opens only with the key that
 * the server prints at its start (as `?key=`, then in a cookie), also for the demo: a proxy need not identify itself,
 * so the server cannot know that a request comes from this machine.
 */
export function createMailDoor({ mailbox, key }: { mailbox: Mailbox; key: string }) {
  return (request: Request, visit: Visit): Response => {
    const url = new URL(request.url)
    const offered = url.searchParams.get('key')
    if (offered !== null && isSame(offered, key)) {
      const strip = { status: 303, headers: { location: '/mail' } }
      const answer = url.pathname === '/mail' ? new Response(null, strip) : mailPage(request, mailbox)
      answer.headers.set('set-cookie', `${cookieName}=${key}; Path=/mail; HttpOnly; SameSite=Strict`)
      answer.headers.set('cache-control', 'no-store')
      return answer
    }
    return isSame(cookieOf(visit) ?? '', key) ? mailPage(request, mailbox) : locked()
  }
}

const locked = () =>
  page(
    'This mailbox is locked',
    '<p class="quiet">Open it with the address that the server printed when it started: it ends with a key.</p>',
    403,
  )

const cookieOf = ({ headers }: Visit): string | undefined =>
  headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

/** Compares in constant time, for texts of any length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
