import { randomUUID } from 'node:crypto'
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
})
export type StoredMail = Mail & z.infer<typeof storedSchema>

export type Mailbox = Mailer & {
  /** Newest first; with `to` only those of that address. */
  messages: (to?: string) => StoredMail[]
  find: (id: string) => StoredMail | null
}

const kept = 500

/** What the system sent, for development. With a file it survives a restart. */
export async function openMailbox(file?: string): Promise<Mailbox> {
  const stored = file ? parseLines(await readFile(file, 'utf8').catch(() => '')) : []
  return {
    send: async (mail) => {
      const message = { ...mail, id: randomUUID(), at: new Date().toISOString() }
      stored.push(message)
      if (stored.length > kept) stored.shift()
      if (file) await appendFile(file, `${JSON.stringify(message)}\n`, { mode: 0o600 })
    },
    messages: (to) => stored.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()).reverse(),
    find: (id) => stored.find((mail) => mail.id === id) ?? null,
  }
}

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
