import type { Facts, GivenEntry, HandOver } from './format.ts'

const facts: Facts = {
  company: 'Signs Ltd',
  currency: 'EUR',
  consultant_number: 29_098,
  client_number: 55_003,
  account_length: 4,
  automatic_accounts: ['8300', '8400'],
  xero_tax_rate: 'Tax Exempt',
}

/** A hand-over of these entries, in pages of `size`. */
export const handOverOf = (entries: readonly GivenEntry[], more: Partial<HandOver> = {}, size = 7): HandOver => ({
  place: 12,
  from: '2026-01-01',
  to: '2026-12-31',
  madeAt: '2026-12-31T14:04:04.439Z',
  isClosed: false,
  facts,
  entries: (async function* () {
    for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size)
  })(),
  ...more,
})

/** Cells of a text whose quotes are doubled, separated by a semicolon, in lines that end with CR and LF. */
export const datevCells = (text: string): string[][] =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    )

type Booked = { day: string; account: string; cents: bigint }

/** What each account has on each day, as `day account cents`, in order; accounts that come to nothing are left out. */
export function sumsByAccount(booked: Iterable<Booked>): string[] {
  const sums = new Map<string, bigint>()
  for (const { day, account, cents } of booked) {
    const key = `${day} ${account}`
    sums.set(key, (sums.get(key) ?? 0n) + cents)
  }
  return [...sums]
    .filter(([, cents]) => cents !== 0n)
    .map(([key, cents]) => `${key} ${cents}`)
    .sort()
}
