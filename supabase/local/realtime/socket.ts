import type { RawData, WebSocket } from 'ws'
import { allRights } from './authorise.ts'
import { type Channel, openChannel, tokenExpired, unauthorised } from './channel.ts'
import { decodeFrame, encodeReply } from './frames.ts'
import type { Hub } from './hub.ts'
import { expiryOf, type Identity } from './identity.ts'
import { type JoinRequest, readJoin, topicOf } from './join-request.ts'
import { sendQueue } from './send-queue.ts'
import { tokenBucket } from './token-bucket.ts'
import type { Frame, Incoming, Version } from './protocol.ts'

/** One browser's connection. */
export type Socket = {
  channels: () => Iterable<Channel>
  heardAt: () => number
  /** Closes the WebSocket and forgets its channels at once; a peer that does not answer is cut off. */
  close: (code: number, reason: string, graceMs?: number) => void
  closed: Promise<void>
}

type SocketOptions = { hub: Hub; webSocket: WebSocket; version: Version; apiKey: Identity }

const closeGraceMs = 5_000
const malformed = 1007
const policyViolation = 1008
const internalError = 1011
const tryAgainLater = 1013

/** Speaks Phoenix's protocol with one WebSocket. Bad input gets an answer or closes this socket, and reaches no other. */
export function openSocket({ hub, webSocket, version, apiKey }: SocketOptions): Socket {
  const { limits } = hub
  const channels = new Map<string, Channel>()
  const mayJoin = tokenBucket(limits.joinsPerSecond, hub.now)
  const maySend = tokenBucket(limits.framesPerSecond, hub.now)
  const tokenChecks = new Map<Channel, string | null>()
  let heardAt = hub.now()

  const forgetChannels = () => {
    for (const channel of channels.values()) channel.forget()
  }
  const close = (code: number, reason: string, graceMs = closeGraceMs) => {
    forgetChannels()
    if (webSocket.readyState === webSocket.CLOSED) return
    webSocket.close(code, reason)
    setTimeout(() => webSocket.terminate(), graceMs).unref()
  }
  const send = sendQueue(webSocket, limits, () => close(tryAgainLater, 'Too slow: connect again and read anew'))
  const reply = (to: Frame, status: 'ok' | 'error', response: object = {}) => {
    if (to.ref !== null) send(encodeReply(version, to, status, response))
  }
  const left = (channel: Channel) => {
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
  }

  /** The key itself, or any other API key, speaks for the bare key, as on hosted Supabase. */
  const isApiKey = (token: string) => token === apiKey.token || token.startsWith('sb_')

  const identify = async (token: string | null): Promise<Identity | null> => {
    if (token === null || isApiKey(token)) return apiKey
    const caller = await hub.verify(token)
    const identity = caller && { token, caller, isApiKey: false }
    return identity && expiryOf(identity) > hub.now() ? identity : null
  }

  const join = async (frame: Frame, topic: string, request: JoinRequest) => {
    const line = { version, send, left }
    const channel = openChannel({ hub, line, topic, join: frame, request, identity: apiKey })
    channels.set(topic, channel)
    try {
      await startChannel(channel, request)
    } catch (error) {
      hub.report(`Realtime could not open ${topic}`, error)
      channel.refuse('UnableToConnectToProject: Realtime was unable to connect to the project database')
    }
  }

  const rightsOf = async ({ isPrivate, topic }: Channel, { token, caller }: Identity) =>
    isPrivate ? hub.rightsOn(token, caller, topic) : allRights

  const startChannel = async (channel: Channel, request: JoinRequest) => {
    const identity = await identify(request.token)
    if (!identity) return channel.refuse('InvalidJWTToken: The token is not valid or has expired')
    await hub.feed.listening
    const rights = await rightsOf(channel, identity)
    if (!rights.broadcast.read && !(rights.presence.read && !request.replay))
      return channel.refuse(unauthorised(channel.topic))
    await channel.start(identity, rights)
  }

  const onJoin = (frame: Frame) => {
    const refuse = (reason: string) => reply(frame, 'error', { reason })
    const topic = topicOf(frame.topic)
    if (topic === null) return refuse('TopicNameRequired: A topic is realtime: and up to 246 bytes of text')
    const request = readJoin(frame.payload, limits)
    if ('refused' in request) return refuse(request.refused)
    if (!mayJoin()) return refuse('ClientJoinRateLimitReached: Too many joins per second')
    channels.get(topic)?.end('phx_close', null)
    if (channels.size >= limits.channelsPerSocket) return refuse('ChannelRateLimitReached: Too many channels')
    void join(frame, topic, request)
  }

  const onToken = (channel: Channel, payload: unknown) => {
    const token = tokenOf(payload)
    if (token === null || isApiKey(token) || token === channel.identity().token) return
    const isChecking = tokenChecks.has(channel)
    tokenChecks.set(channel, token)
    if (!isChecking) void checkTokens(channel)
  }

  /** One check at a time for a channel; of the tokens that come meanwhile only the newest counts. */
  const checkTokens = async (channel: Channel) => {
    for (let token = tokenChecks.get(channel); token; token = tokenChecks.get(channel)) {
      tokenChecks.set(channel, null)
      try {
        const identity = await identify(token)
        if (identity) channel.renew(identity, await rightsOf(channel, identity))
        else channel.end('phx_close', 'InvalidJWTToken: The token is not valid or has expired')
      } catch (error) {
        hub.report(`Realtime could not check a token on ${channel.topic}`, error)
        channel.end('phx_error', 'Realtime was unable to connect to the project database')
      }
    }
    tokenChecks.delete(channel)
  }

  const receive = (frame: Incoming) => {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return reply(frame, 'ok')
    if (frame.event === 'phx_join') return onJoin(frame)
    const channel = channels.get(topicOf(frame.topic) ?? '')
    const isCurrent = channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)
    if (frame.event === 'phx_leave') {
      reply(frame, 'ok')
      return isCurrent ? channel.end('phx_close', null) : undefined
    }
    if (!isCurrent) return reply(frame, 'error', { reason: 'unmatched topic' })
    if (channel.expiresAt() <= hub.now()) return channel.end('phx_close', tokenExpired)
    if (frame.event === 'access_token') return onToken(channel, frame.payload)
    channel.receive(frame)
  }

  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    if (webSocket.readyState !== webSocket.OPEN) return
    heardAt = hub.now()
    if (!maySend()) return close(policyViolation, 'Too many messages per second')
    const frame = decodeFrame(version, asBuffer(data), isBinary)
    if (!frame) return close(malformed, `Not a frame of protocol ${version}`)
    try {
      receive(frame)
    } catch (error) {
      hub.report('Realtime could not handle a frame', error)
      close(internalError, 'The server could not handle this frame')
    }
  })
  webSocket.on('error', (error) => {
    forgetChannels()
    if (!('code' in error)) hub.report('A realtime socket failed', error)
  })
  const closed = new Promise<void>((resolve) => {
    webSocket.on('close', () => {
      forgetChannels()
      resolve()
    })
  })

  return { channels: () => channels.values(), heardAt: () => heardAt, close, closed }
}

function tokenOf(payload: unknown): string | null {
  const token = typeof payload === 'object' && payload !== null && 'access_token' in payload && payload.access_token
  return typeof token === 'string' && token !== '' ? token : null
}

function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
