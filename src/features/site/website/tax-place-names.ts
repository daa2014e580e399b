import { isAboveZero } from '@/shared/domain/money/decimal'
import { readDecimal } from '@/shared/domain/money/money'

/** The name of each rate of a part; without its name a paper could not list it. */
const namesOfRates = {
  county_rate: 'county',
  city_rate: 'city',
} as const

const isCharged = (typed: string): boolean => {
  const read = readDecimal(typed, { places: 4 })
  return 'value' in read && isAboveZero(read.value)
}

/** What the typed rates of a place lack: problems by the field of a name. */
export function missingNames(drafts: Readonly<Record<string, string>>): Record<string, string> {
  const lacking = Object.entries(namesOfRates).filter(
    ([rate, name]) => isCharged(drafts[rate] ?? '') && (drafts[name] ?? '').trim() === '',
  )
  return Object.fromEntries(lacking.map(([, name]) => [name, 'Papers list this rate: please name whose it is']))
}

type District = { name: string; rate: string }

/** Special districts with their rates as decimal text: `0,5` is `0.5`. A rate that cannot be read stays as typed. */
export const readDistricts = (typed: readonly District[]): District[] =>
  typed.map(({ name, rate }) => {
    const read = readDecimal(rate, { places: 4 })
    return { name, rate: 'value' in read ? read.value : rate }
  })

/** What a typed list of special districts lacks, in words; null for a list that can be saved. */
export function problemOfDistricts(typed: readonly District[]): string | null {
  for (const { name, rate } of typed) {
    if (name.trim() === '') return 'Papers list this rate: please name whose it is'
    const read = readDecimal(rate, { places: 4 })
    if (!('value' in read) || !/^\d{1,3}(\.\d+)?$/.test(read.value))
      return `Please enter the rate of ${name.trim()}: 0.125`
  }
  return null
}
