/** A stopped statement. PostgreSQL uses `57014` for one that exceeded its time. */
export class StatementStopped extends Error {
  readonly code = '57014'
}

const lookEveryMs = 200

/**
 * Calls `end` when a statement takes longer than `mostMs()` (ms), or adds more memory than `mostBytes`. Nobody watches
 * while `mostMs()` is infinite.
 *
 * Only time in which this process ran counts: a look that comes late counts as the wait that was asked for. A process that
 * stood still for a minute (SIGSTOP, a sleeping or starved machine) has not worked on the statement in it. An answer that
 * has arrived by then is read before anything is ended: a write that was done is not refused.
 */
export function watchOver(
  end: (reason: StatementStopped) => void,
  mostMs: () => number,
  mostBytes: number,
): { stop: () => void } {
  if (mostMs() === Infinity) return { stop: () => {} }
  // Taken now and not at the first look: where this thread is busy, that one comes when the memory is taken already.
  const before = process.memoryUsage.rss()
  let ranMs = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const endUnlessAnswered = (words: string) =>
    setImmediate(() => {
      if (!isOver) end(new StatementStopped(words))
    })
  const lookLater = () => {
    const waitMs = Math.min(lookEveryMs, mostMs() - ranMs)
    timer = setTimeout(() => {
      ranMs += waitMs
      look()
    }, waitMs)
  }
  const look = () => {
    const most = mostMs()
    if (ranMs >= most)
      endUnlessAnswered(
        `This took longer than ${Math.round(most / 1000)} seconds and was stopped. Please ask for less at a time.`,
      )
    else if (process.memoryUsage.rss() - before > mostBytes)
      endUnlessAnswered('This took too much memory and was stopped. Please ask for less at a time.')
    else lookLater()
  }
  lookLater()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
