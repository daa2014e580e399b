/** What one server gives one browser. Tests pass smaller numbers. */
export const defaultLimits = {
  /** Whether anybody with a key may join a channel that asks nobody's rights, as a Supabase project can allow. */
  publicChannels: false,
  channelsPerSocket: 100,
  joinsPerSecond: 10,
  framesPerSecond: 200,
  frameBytes: 1_048_576,
  /** A consumer that falls further behind is closed with 1013: it reconnects and reads again, and nothing is skipped. */
  queuedFrames: 1_000,
  queuedBytes: 4 * 1_048_576,
  /** The client beats every 25 s; a socket that said nothing for this long is gone. */
  heartbeatMs: 60_000,
  /** Rights are asked again after `recheckMs`, and count for nothing after `rightsMs`. */
  recheckMs: 45_000,
  rightsMs: 60_000,
  presenceBytes: 65_536,
  replayMessages: 25,
  sweepMs: 1_000,
  /** How often a PostgreSQL connection that listens is proven alive. PGlite has no connection to lose. */
  probeMs: 5_000,
  retentionMs: 3_600_000,
  /** Bindings to `postgres_changes` of one channel. */
  changeBindings: 100,
  /** More committed changes than these at a time are not told: who listens joins again and reads anew. */
  changesQueued: 10_000,
  changesBytes: 64 * 1_048_576,
  /** Fewer than frames fit into the queue of a socket, which is emptied in between. */
  changesAtOnce: 200,
  /** After reading changes the reader rests so many times as long, and at most so long. */
  changesRest: 4,
  changesRestMs: 1_000,
  /** Changes lie in the log for as long, so that every server has read them. */
  changesKeptMs: 5_000,
  changesSweepMs: 2_000,
  /** Servers are counted as listeners for 30 seconds. */
  listenersMs: 10_000,
}

export type Limits = typeof defaultLimits
