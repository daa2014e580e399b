import { randomUUID } from 'node:crypto'
import { z } from 'zod'

export type Meta = Record<string, unknown>
type Listed = Record<string, { metas: Meta[] }>
export type Diff = { joins: Listed; leaves: Listed }

/** Who shows themselves on each topic. A member (one channel of one socket) shows one thing under one key. */
export type Presence = ReturnType<typeof presenceRoster>

export type Shown = { key: string; meta: Meta }

export function presenceRoster(newRef: () => string = randomUUID) {
  const topics = new Map<string, Map<object, Shown>>()

  const place = (topic: string, member: object, shown: Shown): Diff => {
    const members = topics.get(topic) ?? new Map<object, Shown>()
    topics.set(topic, members)
    const before = members.get(member)
    members.set(member, shown)
    return { joins: listed([shown]), leaves: before ? listed([before]) : {} }
  }

  return {
    /** What the member shows, or null. */
    shown: (topic: string, member: object): Shown | null => topics.get(topic)?.get(member) ?? null,

    /** Shows the member as another server says it does. */
    place,

    /** Everyone on the topic, as `presence_state` sends it. */
    state: (topic: string): Listed => listed([...(topics.get(topic)?.values() ?? [])]),

    /** Shows the member, or replaces what it showed. Null when nothing changes. */
    track(topic: string, member: object, key: string, payload: object): Diff | null {
      const before = topics.get(topic)?.get(member)
      const meta: Meta = { ...payload, phx_ref: newRef() }
      if (before) {
        if (sameMeta(before.meta, meta)) return null
        meta['phx_ref_prev'] = before.meta['phx_ref']
      }
      return place(topic, member, { key, meta })
    },

    /** Null when the member showed nothing. */
    untrack(topic: string, member: object): Diff | null {
      const members = topics.get(topic)
      const before = members?.get(member)
      if (!members || !before) return null
      members.delete(member)
      if (members.size === 0) topics.delete(topic)
      return { joins: {}, leaves: listed([before]) }
    },
  }
}

/** Grouped by key. `Object.fromEntries` keeps keys like `__proto__` as plain properties. */
function listed(shown: readonly Shown[]): Listed {
  const groups = new Map<string, { metas: Meta[] }>()
  for (const { key, meta } of shown) {
    const group = groups.get(key)
    if (group) group.metas.push(meta)
    else groups.set(key, { metas: [meta] })
  }
  return Object.fromEntries(groups)
}

function sameMeta(one: Meta, other: Meta): boolean {
  const bare = (meta: Meta) => JSON.stringify({ ...meta, phx_ref: null, phx_ref_prev: null })
  return bare(one) === bare(other)
}

type Wish = { kind: 'track'; payload: object } | { kind: 'untrack' } | { kind: 'refused'; reason: string }

const wishPayload = z.object({ event: z.string(), payload: z.unknown().optional() })
const metaPayload = z.record(z.string(), z.unknown())

/** Reads the payload of a `presence` event. */
export function presenceWish(payload: unknown, bytes: number): Wish {
  const parsed = wishPayload.safeParse(payload)
  const event = parsed.data?.event.toLowerCase()
  if (event === 'untrack') return { kind: 'untrack' }
  if (event !== 'track') return { kind: 'refused', reason: 'UnknownPresenceEvent: Send track or untrack' }
  const meta = metaPayload.safeParse(parsed.data?.payload ?? {})
  if (!meta.success) return { kind: 'refused', reason: 'InvalidPresencePayload: Presence track payload must be a map' }
  if (Buffer.byteLength(JSON.stringify(meta.data)) > bytes)
    return { kind: 'refused', reason: 'InvalidPresencePayload: Track message size exceeded' }
  return { kind: 'track', payload: meta.data }
}
