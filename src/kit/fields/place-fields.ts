import { cityName, postcodeName, postcodeProblem, stateName } from '@/shared/domain/places/address-words'
import { currentFormats } from '@/shared/domain/text/formats'
import type { Field, FieldOptions } from './field'
import { text } from './text-fields'

type Drafts = Readonly<Record<string, string>>

/** The country of an address in a form; an empty one is that of the company. `null`: the form does not ask for it. */
const countryOf = (drafts: Drafts, name: string | null): string | null =>
  (name === null ? null : drafts[name]?.trim()) || currentFormats().country

/** The state, province or county of an address, where its country writes one. `own` and `country` are names of fields. */
export const stateOfAddress = (
  own = 'state',
  country: string | null = 'country',
  options: Pick<FieldOptions, 'hiddenUnless'> = {},
): Field<string | null> =>
  text('State', {
    max: 100,
    ...options,
    labelIn: (drafts) => stateName(countryOf(drafts, country)) ?? 'Region',
    hiddenUnless: (drafts) =>
      (options.hiddenUnless?.(drafts) ?? true) &&
      (drafts[own] !== '' || stateName(countryOf(drafts, country)) !== null),
  })

/** The word for the town of an address by its country. */
export const cityOfAddress = (country: string | null = 'country'): Pick<FieldOptions, 'labelIn'> => ({
  labelIn: (drafts) => cityName(countryOf(drafts, country)),
})

/** The word and the form of a postcode by the country of the address. */
export const postcodeOfAddress = (country: string | null = 'country'): Pick<FieldOptions, 'labelIn' | 'problemIn'> => ({
  labelIn: (drafts) => postcodeName(countryOf(drafts, country)),
  problemIn: (draft, drafts) => postcodeProblem(countryOf(drafts, country), draft),
})
