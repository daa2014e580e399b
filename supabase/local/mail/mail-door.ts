import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLocalName, isLoopback } from '../gateway/own-names.ts'
import { mailPage, page } from './mail-pages.ts'
import type { Mailbox } from './mailbox.ts'

const cookieName = 'signwright-mail'
const forwarding = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'])

/** What the door must know of a request beside its address: who connected, and by which headers. */
export type Visit = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * The mailbox, and who may read it. Its mails hold links that give an account, so it opens with the key that the server
 * prints at its start (as `?key=`, then kept in a cookie). Without the key it opens where there is nothing to protect: for
 * the demo company, whose passwords are known (`isDemo`), on a server without a site URL (`isPublic` is false), to a
 * browser on the same machine that came by no proxy. A proxy need not say that it is one, so a company's own mailbox
 * never opens without the key.
 */
export function createMailDoor(options: {
  mailbox: Mailbox
  key: string
  isPublic: boolean
  isDemo: () => Promise<boolean>
}) {
  const { mailbox, key, isPublic, isDemo } = options

  return async (request: Request, visit: Visit): Promise<Response> => {
    const url = new URL(request.url)
    const offered = url.searchParams.get('key')
    if (offered !== null && isSame(offered, key)) {
      const strip = { status: 303, headers: { location: '/mail' } }
      const answer = url.pathname === '/mail' ? new Response(null, strip) : mailPage(request, mailbox)
      answer.headers.set('set-cookie', `${cookieName}=${key}; Path=/mail; HttpOnly; SameSite=Strict`)
      answer.headers.set('cache-control', 'no-store')
      return answer
    }
    const mayRead = isSame(cookieOf(visit) ?? '', key) || (!isPublic && isDirect(visit) && (await isDemo()))
    return mayRead ? mailPage(request, mailbox) : locked()
  }
}

/** Whether a browser on this machine speaks to this server, by a name of this machine and with no proxy between them. */
export const isDirect = ({ headers, socket }: Visit): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  isLocalName(headers.host) &&
  !Object.keys(headers).some((name) => forwarding.has(name) || name.startsWith('x-forwarded'))

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

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
