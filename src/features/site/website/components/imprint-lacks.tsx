import { Anchor, Text } from '@mantine/core'
import { countryCode } from '@/shared/domain/places/country-code'
import { storableLine } from '@/shared/domain/text/storable'
import { linkTo } from '@/shared/lib/address'
import type { CompanyValues } from '../company-fields'

/** What the law of these countries wants on an imprint of every business, in words; a register and a tax number where there is one. */
const wanted = {
  address: 'its address',
  city: 'its town',
  email: 'its email',
  phone: 'its phone',
  represented_by: 'who represents it',
} as const
const lawful: readonly string[] = ['DE', 'AT', 'CH', 'LI']

/** What the imprint of a company in a country that asks for one still lacks, and the way to the page. */
export function ImprintLacks({ values }: { values: CompanyValues }) {
  if (!lawful.includes(countryCode(values.country) ?? '')) return null
  const lacks = Object.entries(wanted).flatMap(([field, words]) =>
    storableLine(values[field as keyof typeof wanted]) === '' ? [words] : [],
  )
  return (
    <Text size="sm" my="sm" role="status">
      {lacks.length === 0
        ? 'The imprint of your website has what the law asks for. Add the register and the tax number, if you have them. '
        : `A business in your country needs an imprint on its website. Yours lacks ${listed(lacks)}. `}
      <Anchor href={linkTo('/imprint')} target="_blank" rel="noopener" size="sm">
        See the imprint
      </Anchor>
    </Text>
  )
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
