import type { FunctionsClient } from '@supabase/functions-js'
import type { RealtimeChannelOptions, RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import type { InPieces } from './pieces'

type Channel = ReturnType<RealtimeClient['channel']>
type HeardBeat = Parameters<RealtimeClient['onHeartbeat']>[0]

/** The wait in ms before the code of the realtime client is requested again after a failure. */
const codePause = 5000

/**
 * The realtime connection. Its code loads with the first topic, after the first paint. Until then it counts as lost, so the
 * polls run. `channel` is only for callers who awaited `setAuth`.
 */
export function liveLine(open: () => Promise<RealtimeClient>) {
  let client: RealtimeClient | null = null
  let coming: Promise<RealtimeClient> | null = null
  let heardBeat: HeardBeat = () => {}

  const come = async (): Promise<RealtimeClient> => {
    for (;;) {
      try {
        client = await open()
        client.onHeartbeat(heardBeat)
        return client
      } catch {
        await new Promise((resolve) => setTimeout(resolve, codePause))
      }
    }
  }
  const whole = () => (coming ??= come())
  const opened = (): RealtimeClient => {
    if (!client) throw new Error('The live line is not open yet.')
    return client
  }

  return {
    /** Gives an open connection the session's token, or none. */
    tokenChanged: (token?: string): void => void client?.setAuth(token),
    channel: (topic: string, options: RealtimeChannelOptions): Channel => opened().channel(topic, options),
    channels: (): Channel[] => client?.getChannels() ?? [],
    removeChannel: (channel: Channel) => opened().removeChannel(channel),
    realtime: {
      setAuth: async (token?: string): Promise<void> => (await whole()).setAuth(token),
      connect: (): void => client?.connect(),
      disconnect: async (): Promise<void> => void (await client?.disconnect()),
      isConnected: (): boolean => client?.isConnected() ?? false,
      /** The code is still loading; the connection starts when it is there. */
      isConnecting: (): boolean => client?.isConnecting() ?? true,
      push: (message: Parameters<RealtimeClient['push']>[0]): void => client?.push(message),
      onHeartbeat: (heard: HeardBeat): void => {
        heardBeat = heard
        client?.onHeartbeat(heard)
      },
    },
  }
}

/** The storage client. Its code loads with the first file. */
export const lazyStorage = (url: string, send: typeof fetch) => async (): Promise<StorageClient> => {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(url, {}, send)
}

/** Uploads of large files in pieces. The code loads with the first of them. */
export const lazyPieces =
  (url: string, send: typeof fetch) => async (upload: InPieces, told?: (share: number) => void) => {
    const { sendInPieces } = await import('./pieces')
    return sendInPieces(url, send, upload, told)
  }

/** The functions of the server. Their client's code loads with the first call. */
export const lazyFunctions = (url: string, send: typeof fetch) => ({
  /** The address of a function, for programs that call it without this client. */
  addressOf: (name: string): string => `${url}/${name}`,
  invoke: async <Data>(name: string, options?: Parameters<FunctionsClient['invoke']>[1]) => {
    const { FunctionsClient } = await import('@supabase/functions-js')
    return new FunctionsClient(url, { customFetch: send }).invoke<Data>(name, options)
  },
})

const reconnectSteps = [1000, 2000, 5000, 10_000]

/**
 * The wait in ms before the given try (from 1) to reconnect. Full jitter: after a restart of the server a thousand
 * browsers reconnect spread over the step.
 */
export const reconnectPause = (tries: number, random = Math.random): number =>
  random() * (reconnectSteps[tries - 1] ?? (tries > 10 ? 30_000 : 10_000))
