/** Notifies the merchant as Viva does: up to three times, until it is accepted. */
export type Webhooks = {
  /** Resolves when the merchant took it, or when the bank gave up. */
  send: (event: string) => Promise<void>
  /** Sends after so many ms, while the payer continues. */
  later: (event: string, afterMs: number) => void
  close: () => Promise<void>
}

const tries = 3

export function createWebhooks(options: { url: () => string; fetch: typeof fetch; retryAfter: number }): Webhooks {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.add(timer)
    })
  const isTaken = (event: string): Promise<boolean> =>
    options
      .fetch(options.url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: event,
        signal: AbortSignal.timeout(10_000),
      })
      .then(({ ok }) => ok)
      .catch(() => false)

  const send = async (event: string): Promise<void> => {
    for (let count = 1; count <= tries; count += 1) {
      if (await isTaken(event)) return
      if (count < tries) await wait(options.retryAfter)
    }
  }
  return {
    send,
    later: (event, afterMs) => {
      const sending = wait(afterMs)
        .then(() => send(event))
        .finally(() => running.delete(sending))
      running.add(sending)
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
