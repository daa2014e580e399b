import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Mail, Mailer } from '../contracts.ts'

const storedSchema = z.object({
  id: z.string(),
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  cc: z.string().optional(),
  reply_to: z.string().optional(),
  attachments: z.array(z.object({ filename: z.string(), content: z.string(), content_type: z.string() })).optional(),
  key: z.string().optional(),
})
export type StoredMail = Mail & z.infer<typeof storedSchema>

export type Mailbox = Mailer & {
  /** Newest first; with `to` only those to that address. */
  messages: (to?: string) => StoredMail[]
  find: (id: string) => StoredMail | null
}

const kept = 500

/** The mails of the system, for development. With a file they survive a restart; a shared one is read anew each time. */
export async function openMailbox(file?: string, { isShared = false } = {}): Promise<Mailbox> {
  const known = file ? parseLines(await readFile(file, 'utf8').catch(() => '')) : []
  const stored = () => (file && isShared ? parseLines(textOf(file)) : known)
  const keep = async (mail: Mail, key?: string) => {
    const message = {
      ...mail,
      attachments: mail.attachments ? [...mail.attachments] : undefined,
      key,
      id: randomUUID(),
      at: new Date().toISOString(),
    }
    known.push(message)
    if (known.length > kept) known.shift()
    if (file) await appendFile(file, `${JSON.stringify(message)}\n`, { mode: 0o600 })
  }
  return {
    send: (mail) => keep(mail),
    handOver: async (mail, key) => {
      if (!stored().some((mail) => mail.key === key)) await keep(mail, key)
    },
    messages: (to) =>
      stored()
        .filter((mail) => to === undefined || isTo(mail, to))
        .reverse(),
    find: (id) => stored().find((mail) => mail.id === id) ?? null,
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const isTo = ({ to }: Mail, address: string): boolean =>
  to.split(',').some((one) => one.trim().toLowerCase() === address.toLowerCase())

function parseLines(text: string): StoredMail[] {
  const lines = text.split('\n').filter(Boolean).slice(-kept)
  return lines.flatMap((line) => {
    try {
      const parsed = storedSchema.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
