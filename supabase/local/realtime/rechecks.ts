import { allRights, type Rights } from './authorise.ts'
import { type Channel, tokenExpired } from './channel.ts'
import type { Hub } from './hub.ts'
import type { Socket } from './socket.ts'

const policyViolation = 1008
const tokenRefused = 'InvalidJWTToken: The token is no longer accepted'

/**
 * What time ends: silent sockets, expired tokens, and rights. Rights are asked again token by token, for all channels
 * of that token together; rights that could not be asked in time count for nothing.
 */
export function rechecks(hub: Hub, sockets: ReadonlySet<Socket>): () => void {
  const { limits } = hub
  const asking = new Set<string>()

  const renew = async (token: string, channels: readonly Channel[]) => {
    const [first] = channels
    if (!first) return
    const { isApiKey, caller: known } = first.identity()
    const caller = isApiKey ? known : await hub.verify(token)
    const stillTheirs = () => channels.filter((channel) => channel.identity().token === token)
    if (!caller) {
      for (const channel of stillTheirs())
        channel.end('phx_close', channel.expiresAt() <= hub.now() ? tokenExpired : tokenRefused)
      return
    }
    const topics = new Set(channels.flatMap(({ isPrivate, topic }) => (isPrivate ? [topic] : [])))
    const rights = topics.size > 0 ? await hub.authorise(caller, [...topics]) : new Map<string, Rights>()
    for (const channel of stillTheirs()) {
      const granted = channel.isPrivate ? rights.get(channel.topic) : allRights
      if (granted) channel.renew({ token, caller, isApiKey }, granted)
    }
  }

  const ask = async (token: string, channels: readonly Channel[]) => {
    if (asking.has(token)) return
    asking.add(token)
    await renew(token, channels).catch((error: unknown) => hub.report('Rights could not be asked again', error))
    asking.delete(token)
  }

  return () => {
    const now = hub.now()
    const due = new Map<string, Channel[]>()
    for (const socket of sockets) {
      if (now - socket.heardAt() > limits.heartbeatMs) {
        socket.close(policyViolation, 'No heartbeat')
        continue
      }
      for (const channel of [...socket.channels()]) {
        const age = now - channel.checkedAt()
        if (channel.expiresAt() <= now) channel.end('phx_close', tokenExpired)
        else if (age > limits.rightsMs) channel.end('phx_error', 'The rights to this topic could not be confirmed')
        else if (age > limits.recheckMs) {
          const { token } = channel.identity()
          due.set(token, [...(due.get(token) ?? []), channel])
        }
      }
    }
    for (const [token, channels] of due) void ask(token, channels)
  }
}
