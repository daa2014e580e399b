import { z } from 'zod'

/** A paper on its way: `document` is UBL, `key` is the same for every try of one version. */
export type Sending = {
  key: string
  receiver: string
  profile: string
  document: string
}

/** What the access point says of a message. `sent`: it took it, and the receiver's access point has not answered yet. */
export type MessageState = { state: 'sent' | 'accepted' | 'rejected'; reason: string | null }

/**
 * An access point of the network, which speaks AS4 for us. Every method throws an AccessPointAway while it gives no answer
 * that can be relied on: the same call is made again later.
 */
export type AccessPoint = {
  /** Its name, and whether it is one for trying. */
  account: () => Promise<{ name: string; isTest: boolean }>
  /** Whether the network has this receiver, for this profile. */
  lookup: (receiver: string, profile: string) => Promise<boolean>
  /** Sends once for each key: a repeated call answers what became of the first. */
  send: (sending: Sending) => Promise<{ message: string } & MessageState>
  status: (message: string) => Promise<MessageState>
  /** Messages for us that nobody has taken yet, the oldest first. */
  received: () => Promise<{ message: string; sender: string }[]>
  /** The file of a message. */
  open: (message: string) => Promise<string>
  /** Says that the message is kept here: it is offered no more. */
  taken: (message: string) => Promise<void>
}

export class AccessPointAway extends Error {}

const stateSchema = z.object({
  status: z.enum(['sent', 'accepted', 'rejected']),
  reason: z.string().max(1000).nullish(),
})
const schemas = {
  account: z.object({ name: z.string().min(1).max(100), test: z.boolean().default(false) }),
  receiver: z.object({ profiles: z.array(z.string()) }),
  message: stateSchema.extend({ id: z.string().min(1).max(200) }),
  received: z.object({ messages: z.array(z.object({ id: z.string().min(1).max(200), sender: z.string().max(70) })) }),
}

const stateOf = ({ status, reason }: z.infer<typeof stateSchema>): MessageState => ({
  state: status,
  reason: reason ?? null,
})

/**
 * The access point that ACCESS_POINT_URL and ACCESS_POINT_KEY name, by the calls of docs/access-point.md; null where none is
 * set up. A provider with other calls is another function of this shape.
 */
export function accessPoint(): AccessPoint | null {
  const url = Deno.env.get('ACCESS_POINT_URL')
  return url ? httpAccessPoint(url.replace(/\/+$/, ''), Deno.env.get('ACCESS_POINT_KEY') ?? '', fetch) : null
}

type Call = { method?: string; body?: unknown; key?: string }

/** Makes one call of the access point; throws an AccessPointAway where nothing answers. */
const callsTo =
  (url: string, key: string, fetched: typeof fetch) =>
  async (path: string, init: Call = {}): Promise<Response> => {
    const response = await fetched(`${url}${path}`, {
      method: init.method ?? 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.key === undefined ? {} : { 'idempotency-key': init.key }),
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(8_000),
    }).catch(() => null)
    if (!response) throw new AccessPointAway('The access point cannot be reached')
    return response
  }

async function read<Shape extends z.ZodType>(response: Response, shape: Shape): Promise<z.infer<Shape>> {
  if (!response.ok) throw new AccessPointAway(`The access point answered ${response.status}`)
  const parsed = shape.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new AccessPointAway('The access point gave an answer that cannot be read')
  return parsed.data
}

function httpAccessPoint(url: string, key: string, fetched: typeof fetch): AccessPoint {
  const ask = callsTo(url, key, fetched)
  return {
    account: async () => {
      const { name, test } = await read(await ask('/account'), schemas.account)
      return { name, isTest: test }
    },
    lookup: async (receiver, profile) => {
      const response = await ask(`/receivers/${encodeURIComponent(receiver)}`)
      if (response.status === 404) return false
      return (await read(response, schemas.receiver)).profiles.includes(profile)
    },
    send: async ({ key: idempotency, ...sending }) => {
      const response = await ask('/messages', { method: 'POST', key: idempotency, body: sending })
      // What is wrong with the file itself: another try would end the same way.
      if (response.status === 422) {
        const { id, ...state } = schemas.message.parse(await response.json())
        return { message: id, ...stateOf(state) }
      }
      const { id, ...state } = await read(response, schemas.message)
      return { message: id, ...stateOf(state) }
    },
    status: async (message) => stateOf(await read(await ask(`/messages/${encodeURIComponent(message)}`), stateSchema)),
    received: async () =>
      (await read(await ask('/received'), schemas.received)).messages.map(({ id, sender }) => ({
        message: id,
        sender,
      })),
    open: async (message) => {
      const response = await ask(`/received/${encodeURIComponent(message)}`)
      if (!response.ok) throw new AccessPointAway(`The access point answered ${response.status}`)
      return response.text()
    },
    taken: async (message) => {
      await read(await ask(`/received/${encodeURIComponent(message)}/taken`, { method: 'POST', body: {} }), z.unknown())
    },
  }
}
