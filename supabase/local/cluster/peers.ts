import { setTimeout as pause } from 'node:timers/promises'

/** The other servers on the same database, as the parts of one server know them. */
export type Peers = {
  /** Whether others may work on the database now or later. */
  isShared: boolean
  /** Whether there is another one now. */
  areThere: () => boolean
  /** Says something to all the others, after everything that was said before; also to one that is not known yet. Nobody waits for them. */
  tell: (kind: string, body: unknown) => void
  hear: (kind: string, heard: (body: unknown, from: number) => void) => void
  /** Called when another server needs to be told everything: it is new, or its line was lost. */
  onNewcomer: (heard: () => void) => void
  /** Called when another server has stopped or was killed. */
  onGone: (heard: (server: number) => void) => void
  /** Called when something that was told may not have been heard here. */
  onMissed: (heard: () => void) => void
  /** Takes a name that one server at a time may have; null while another has it. A server that dies gives its names back. */
  claim: (name: string) => Promise<(() => Promise<void>) | null>
  /** Counts one of a limit, over all servers. See `cluster.take`; null where this server counts for itself. */
  limits: SharedCounts | null
}

export type SharedCounts = {
  /** Seconds to wait when the limit is used up, else null and one more is used. */
  take: (key: string, most: number, windowMs: number) => Promise<number | null>
  giveBack: (key: string) => Promise<void>
}

/** A server that has its database to itself. */
export const alone: Peers = {
  isShared: false,
  areThere: () => false,
  tell: () => {},
  hear: () => {},
  onNewcomer: () => {},
  onGone: () => {},
  onMissed: () => {},
  claim: async () => async () => {},
  limits: null,
}

const claimAgainMs = 20

/** Takes a name that others may have, and says so to whoever has it until it is free. */
export async function claimed(
  peers: Peers,
  name: string,
  waiting: () => void = () => {},
): Promise<() => Promise<void>> {
  for (;;) {
    const giveBack = await peers.claim(name)
    if (giveBack) return giveBack
    waiting()
    await pause(claimAgainMs)
  }
}

/** Work that no server does while another one does work of that name. */
export async function inTurnWith<T>(peers: Peers, name: string, work: () => Promise<T>): Promise<T> {
  if (!peers.isShared) return work()
  const giveBack = await claimed(peers, name)
  try {
    return await work()
  } finally {
    await giveBack()
  }
}
