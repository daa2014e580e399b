import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { alone, type Peers } from '../cluster/peers.ts'
import type { Caller, Engine, Keys, Service } from '../contracts.ts'
import { type Authorise, authoriseBy, batched } from './authorise.ts'
import { changeFeed } from './changes/change-feed.ts'
import { broadcastService } from './broadcast-service.ts'
import type { Hub } from './hub.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { messageFeed } from './message-feed.ts'
import { rechecks } from './rechecks.ts'
import { sharedPresence } from './shared-presence.ts'
import { openSocket, type Socket } from './socket.ts'
import { messageStore } from './stored-messages.ts'
import { topicRegistry } from './topics.ts'
import { admit, type AllowedOrigins, addressOf, refuseUpgrade, socketPath } from './upgrade.ts'

export type RealtimeOptions = {
  engine: Engine
  /** Other servers on the same database; without them it is alone. */
  peers?: Peers
  keys: Keys
  /** Null for a token that is malformed, forged, expired, or of somebody who may not sign in. */
  verifyToken: (token: string, keys: Keys) => Promise<Caller | null>
  allowedOrigins: AllowedOrigins
  limits?: Partial<Limits>
  /** Replaces the question to Postgres. Only a test has a reason to. */
  authorise?: Authorise
  /** Hears of faults that no client is told about, such as a lost database. */
  report?: (problem: string, error: unknown) => void
}

export type Realtime = {
  /** Answers `/realtime/v1/api/broadcast`. */
  broadcast: Service
  /** Closes every socket on which this person has joined a topic. */
  disconnectUser: (userId: string) => void
  /** How many sockets are open. */
  sockets: () => number
  /** Says goodbye (1001) to every socket and stops listening. */
  close: () => Promise<void>
}

const goingAway = 1001
const policyViolation = 1008
const shutdownMs = 1_000

/**
 * Serves Supabase Realtime on `/realtime/v1/websocket` of an HTTP server: broadcast topics, presence and changes
 * of tables. Private topics are authorised by the policies on `realtime.messages`, changes by those on the tables. Other upgrade paths stay for whoever listens besides.
 */
export function attachRealtime(httpServer: Server, options: RealtimeOptions): Realtime {
  const { engine, keys, verifyToken, allowedOrigins, peers = alone, report = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const authorise = options.authorise ?? authoriseBy(engine)
  const store = messageStore(engine)
  const topics = topicRegistry(peers)
  const sockets = new Set<Socket>()
  const changes = changeFeed({ engine, limits, report, isAlone: !peers.isShared })
  const feed = messageFeed({
    engine,
    store,
    heard: (message) => topics.broadcast(message),
    isWanted: () => !topics.isEmpty,
    lost: () => void changes.lost().catch((error: unknown) => report('Realtime lost the changes', error)),
    report,
  })
  const hub: Hub = {
    limits,
    topics,
    presence: sharedPresence(peers, topics.presence),
    store,
    feed,
    changes,
    authorise,
    rightsOn: batched(authorise),
    verify: (token) => verifyToken(token, keys),
    now: Date.now,
    report,
  }

  const webSockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const admission = await admit(request, { keys, origins: allowedOrigins, hub })
    if ('status' in admission) return refuseUpgrade(stream, admission)
    webSockets.handleUpgrade(request, stream, head, (webSocket) => {
      const socket = openSocket({ hub, webSocket, ...admission })
      sockets.add(socket)
      void socket.closed.then(() => sockets.delete(socket))
    })
  }
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => {})
    if (addressOf(request).path === socketPath)
      upgrade(request, stream, head).catch((error: unknown) => {
        report('Realtime could not open a socket', error)
        refuseUpgrade(stream, { status: 500, message: 'The server could not open a socket' })
      })
    else if (httpServer.listenerCount('upgrade') === 1) refuseUpgrade(stream, { status: 404, message: 'Not found' })
  }
  httpServer.on('upgrade', onUpgrade)

  const forgetOld = () => store.forgetOld().catch((error: unknown) => report('Old messages were kept', error))
  void forgetOld()
  const timers = [
    setInterval(rechecks(hub, sockets), limits.sweepMs),
    setInterval(forgetOld, limits.retentionMs),
    setInterval(() => void changes.renew(), limits.listenersMs),
    setInterval(() => void changes.sweep(), limits.changesSweepMs),
    ...(engine.kind === 'postgres' ? [setInterval(() => void feed.probe(), limits.probeMs)] : []),
  ]
  for (const timer of timers) timer.unref()

  return {
    broadcast: broadcastService(hub),
    sockets: () => sockets.size,
    disconnectUser(userId) {
      for (const socket of sockets) {
        const isTheirs = [...socket.channels()].some((channel) => channel.identity().caller.userId === userId)
        if (isTheirs) socket.close(policyViolation, 'Session revoked')
      }
    },
    async close() {
      httpServer.off('upgrade', onUpgrade)
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) socket.close(goingAway, 'The server is stopping', shutdownMs)
      await Promise.all([...sockets].map((socket) => socket.closed))
      webSockets.close()
      await feed.close()
      await changes.close()
    },
  }
}
