import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'

const messageSchema = z.object({
  kind: z.literal('message'),
  id: z.string(),
  /** The idempotency key that it came with. */
  key: z.string(),
  receiver: z.string(),
  /** The number of the paper, and whose it is: the same paper is received once. */
  paper: z.string(),
  outcome: z.enum(['accepted', 'rejected']),
  reason: z.string().nullable(),
  /** Until then it is `sent`. Milliseconds since 1970. */
  decidedAt: z.number(),
})
const inboundSchema = z.object({
  kind: z.literal('inbound'),
  id: z.string(),
  sender: z.string(),
  document: z.string(),
  taken: z.boolean(),
})
const entrySchema = z.discriminatedUnion('kind', [messageSchema, inboundSchema])

export type Message = z.infer<typeof messageSchema>
export type Inbound = z.infer<typeof inboundSchema>

export type MessageBook = {
  put: <Entry extends Message | Inbound>(entry: Entry) => Promise<Entry>
  byKey: (key: string) => Message | undefined
  message: (id: string) => Message | undefined
  messages: () => Message[]
  inbound: (id: string) => Inbound | undefined
  waiting: () => Inbound[]
  lastInbound: () => Inbound | undefined
}

/** What the test access point knows. With a file it survives a restart, as a real one's would. */
export async function openMessageBook(file?: string): Promise<MessageBook> {
  const messages = new Map<string, Message>()
  const inbound = new Map<string, Inbound>()
  const remember = (entry: Message | Inbound) => {
    if (entry.kind === 'message') messages.set(entry.id, entry)
    else inbound.set(entry.id, entry)
  }
  for (const entry of file ? entriesIn(await readFile(file, 'utf8').catch(() => '')) : []) remember(entry)
  return {
    put: async (entry) => {
      if (file) await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      remember(entry)
      return entry
    },
    byKey: (key) => [...messages.values()].find((each) => each.key === key),
    message: (id) => messages.get(id),
    messages: () => [...messages.values()],
    inbound: (id) => inbound.get(id),
    lastInbound: () => [...inbound.values()].at(-1),
    waiting: () => [...inbound.values()].filter(({ taken }) => !taken),
  }
}

function entriesIn(text: string): (Message | Inbound)[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = entrySchema.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
