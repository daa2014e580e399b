import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Mailer } from '../contracts.ts'

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })
const maximumBytes = 256 * 1024

export type MailRelay = { url: string; key: string; close: () => Promise<void> }

/**
 * The HTTP mail service that functions find in MAIL_API_URL and MAIL_API_KEY: on loopback only, a port of its own, a
 * key that is new at each start. What it takes goes to `mailer`.
 */
export async function startMailRelay(mailer: Mailer): Promise<MailRelay> {
  const key = randomBytes(32).toString('base64url')
  const expected = Buffer.from(`Bearer ${key}`)
  const server = createServer(async (request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return response.writeHead(401).end()
    if (Number(request.headers['content-length'] ?? Infinity) > maximumBytes) return response.writeHead(413).end()
    const mail = mailSchema.safeParse(await json(request).catch(() => null))
    if (!mail.success) return response.writeHead(400).end()
    const sent = await mailer.send(mail.data).then(
      () => true,
      () => false,
    )
    return response.writeHead(sent ? 200 : 502, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail relay has no port')
  return {
    url: `http://127.0.0.1:${address.port}/emails`,
    key,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
