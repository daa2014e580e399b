import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Mailer } from '../contracts.ts'

const addresses = z.union([z.string(), z.array(z.string()).transform((list) => list.join(', '))])
const mailSchema = z.object({
  to: addresses,
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  cc: addresses.optional(),
  reply_to: z.string().optional(),
  attachments: z
    .array(z.object({ filename: z.string(), content: z.base64(), content_type: z.string() }))
    .max(20)
    .optional(),
})
/** Attachments are base64. */
const maximumBytes = 25 * 1024 * 1024

export type MailRelay = { url: string; key: string; close: () => Promise<void> }

/**
 * The HTTP mail service for functions, in MAIL_API_URL and MAIL_API_KEY: on loopback only, with its own port and a new
 * key at each start. Its mails go to `mailer`; a mail with an `Idempotency-Key` is answered after it was handed over.
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
    const key = request.headers['idempotency-key']
    const going = typeof key === 'string' && mailer.handOver ? mailer.handOver(mail.data, key) : mailer.send(mail.data)
    const problem = await going.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    return response
      .writeHead(problem === null ? 200 : 502, { 'content-type': 'application/json' })
      .end(JSON.stringify(problem === null ? {} : { message: problem }))
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
