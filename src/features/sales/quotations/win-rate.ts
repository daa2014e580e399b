import { exact, plus, written } from '@/shared/domain/money/decimal'

/** The decided quotations of one owner in one month. `month` is its first day; nets are decimal text. */
export type Decided = {
  owner: string | null
  owner_name: string | null
  month: string
  won: number
  lost: number
  won_net: string
  lost_net: string
}
export type Tally = Pick<Decided, 'won' | 'lost' | 'won_net' | 'lost_net'>
export type OwnerRow = { owner: string | null; name: string; months: (Tally | null)[]; all: Tally }

const none: Tally = { won: 0, lost: 0, won_net: '0.00', lost_net: '0.00' }
const amount = (a: string, b: string) => written(plus(exact(a), exact(b)))

/** Several tallies as one. */
export const together = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { won, lost, won_net, lost_net }) => ({
      won: sum.won + won,
      lost: sum.lost + lost,
      won_net: amount(sum.won_net, won_net),
      lost_net: amount(sum.lost_net, lost_net),
    }),
    none,
  )

/** Won of all that was decided, in whole percent, rounded half up; null where nothing was decided. */
export function rateOf({ won, lost }: Pick<Tally, 'won' | 'lost'>): number | null {
  return won + lost === 0 ? null : Math.round((won * 100) / (won + lost))
}

/** The first days of the months from one day to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  let [year = 0, month = 1] = from.split('-').map(Number)
  while (months.length < 60) {
    const first = `${year}-${String(month).padStart(2, '0')}-01`
    if (first > to) break
    months.push(first)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return months
}

/** The last day of the month with this first day. */
export const lastDayOf = (first: string): string => {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return `${first.slice(0, 8)}${String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, '0')}`
}

/** One row an owner, with a tally for each of the months; the owner with the most decided offers first. */
export function byOwner(rows: readonly Decided[], months: readonly string[]): OwnerRow[] {
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  return owners
    .map((owner) => {
      const own = rows.filter((row) => row.owner === owner)
      return {
        owner,
        name: own[0]?.owner_name ?? 'Without an owner',
        months: months.map((month) => own.find((row) => row.month === month) ?? null),
        all: together(own),
      }
    })
    .toSorted((a, b) => b.all.won + b.all.lost - (a.all.won + a.all.lost) || a.name.localeCompare(b.name))
}
