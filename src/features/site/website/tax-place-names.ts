import { isAboveZero } from '@/shared/domain/money/decimal'
import { readDecimal } from '@/shared/domain/money/money'

/** The name of each rate of a part; without its name a paper could not list it. */
const namesOfRates = {
  county_rate: 'county',
  city_rate: 'city',
  district_rate: 'district',
  district_2_rate: 'district_2',
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
