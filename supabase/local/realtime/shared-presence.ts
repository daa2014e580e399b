import { z } from 'zod'
import type { Peers } from '../cluster/peers.ts'
import { type Diff, type Presence, presenceRoster } from './presence.ts'

const shown = z.object({ key: z.string(), meta: z.record(z.string(), z.unknown()) })
const told = z.object({ id: z.number(), room: z.string(), shown: shown.nullable() })
const everybody = z.array(told.extend({ shown }))

type Place = { id: number; room: string }
type Roster = Pick<Presence, 'state' | 'track' | 'untrack'>
type Show = (room: string, diff: Diff) => void

/** The members of other servers, by the server and their number there. */
class Elsewhere {
  readonly #servers = new Map<number, Map<number, { room: string; member: object }>>()
  readonly #roster: Presence
  readonly #show: Show

  constructor(roster: Presence, show: Show) {
    this.#roster = roster
    this.#show = show
  }

  /** All that a server shows. */
  takeAll(server: number, all: z.infer<typeof everybody>): void {
    const there = new Set(all.map(({ id }) => id))
    for (const id of [...(this.#servers.get(server)?.keys() ?? [])]) if (!there.has(id)) this.#drop(server, id)
    for (const one of all) this.take(server, one)
  }

  take(server: number, { id, room, shown }: z.infer<typeof told>): void {
    if (shown === null) return this.#drop(server, id)
    const members = this.#servers.get(server) ?? new Map<number, { room: string; member: object }>()
    this.#servers.set(server, members)
    const known = members.get(id) ?? { room, member: {} }
    members.set(id, known)
    // What was told twice changes nothing.
    if (this.#roster.shown(room, known.member)?.meta['phx_ref'] === shown.meta['phx_ref']) return
    this.#show(room, this.#roster.place(room, known.member, shown))
  }

  forget(server: number): void {
    this.takeAll(server, [])
    this.#servers.delete(server)
  }

  #drop(server: number, id: number): void {
    const known = this.#servers.get(server)?.get(id)
    this.#servers.get(server)?.delete(id)
    const diff = known && this.#roster.untrack(known.room, known.member)
    if (diff) this.#show(known.room, diff)
  }
}

/**
 * Who shows themselves on each topic, at whichever server their socket is: one room. Each server tells the others what
 * its own members show, all of it to one that is new, and forgets the members of a server that is gone. `show` tells
 * those who are here of members elsewhere.
 */
export function sharedPresence(peers: Peers, show: Show): Roster {
  const roster = presenceRoster()
  if (!peers.isShared) return roster
  const elsewhere = new Elsewhere(roster, show)
  const mine = new Map<object, Place>()
  let last = 0

  peers.hear('presence', (body, server) => elsewhere.take(server, told.parse(body)))
  peers.hear('everybody', (body, server) => elsewhere.takeAll(server, everybody.parse(body)))
  peers.onGone((server) => elsewhere.forget(server))
  peers.onNewcomer(() => {
    const all = [...mine].map(([member, { id, room }]) => ({ id, room, shown: roster.shown(room, member) }))
    peers.tell('everybody', all)
  })

  return {
    state: roster.state,
    track(room, member, key, payload) {
      const diff = roster.track(room, member, key, payload)
      if (!diff) return null
      const place = mine.get(member) ?? { id: (last += 1), room }
      mine.set(member, place)
      // A server that is not known yet is told all of it once it is.
      if (peers.areThere()) peers.tell('presence', { ...place, shown: roster.shown(room, member) })
      return diff
    },
    untrack(room, member) {
      const diff = roster.untrack(room, member)
      const place = mine.get(member)
      mine.delete(member)
      if (place && diff && peers.areThere()) peers.tell('presence', { ...place, shown: null })
      return diff
    },
  }
}
