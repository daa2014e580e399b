import type { Spread } from '../faults/spread.ts'

/** One line of the table that a benchmark prints. */
export type Row = { measure: string; result: string; aim: string }

export const milliseconds = ({ count, p50, p95, p99, max }: Spread): string =>
  `median ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms of ${count}`

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`
