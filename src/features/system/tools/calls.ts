/** A call that this tab made, as the browser timed it. */
export type TimedCall = { url: string; ms: number; status: number; bytes: number }

/** All calls to one address of the back end. Times in ms. */
export type CallGroup = {
  id: string
  path: string
  service: Service
  count: number
  median: number
  slowest: number
  /** Answers of 400 and more, and calls without an answer. */
  failed: number
  bytes: number
}

export const services = ['Data', 'Accounts', 'Files', 'Functions', 'Other'] as const
export type Service = (typeof services)[number]

const families: readonly [string, Service][] = [
  ['/rest/v1/', 'Data'],
  ['/auth/v1/', 'Accounts'],
  ['/storage/v1/', 'Files'],
  ['/functions/v1/', 'Functions'],
]
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The path of a call without its ids and filters, which must not be shown. */
export const pathOfCall = (url: string): string => new URL(url).pathname.replaceAll(uuid, '…')

/** The calls by address, with how long each usually and at worst took. */
export function groupCalls(calls: readonly TimedCall[]): CallGroup[] {
  const byPath = Map.groupBy(calls, ({ url }) => pathOfCall(url))
  return [...byPath].map(([path, group]) => {
    const times = group.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return {
      id: path,
      path,
      service: families.find(([start]) => path.includes(start))?.[1] ?? 'Other',
      count: group.length,
      median: times[Math.floor((times.length - 1) / 2)] ?? 0,
      slowest: times.at(-1) ?? 0,
      failed: group.filter(({ status }) => status >= 400).length,
      bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  })
}
