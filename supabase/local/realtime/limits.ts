/** What one server gives one browser. Tests pass smaller numbers. */
export const defaultLimits = {
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
}

export type Limits = typeof defaultLimits
