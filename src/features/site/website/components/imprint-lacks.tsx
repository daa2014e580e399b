import { Anchor, Text } from '@mantine/core'
import { countryCode } from '@/shared/domain/places/country-code'
import { storableLine } from '@/shared/domain/text/storable'
import { linkTo } from '@/shared/lib/address'
import { type CompanyField, companyLabels, type CompanyValues } from '../company-fields'

/** What the law of these countries wants on an imprint of every business, in words; a register and a tax number where there is one. */
const wanted = {
  address: 'its address',
  city: 'its town',
  email: 'its email',
  phone: 'its phone',
  represented_by: 'who represents it',
} as const
const ifAny = { registration_number: 'the register', vat_number: 'the tax number' } as const
const lawful: readonly string[] = ['DE', 'AT', 'CH', 'LI']

/** Companies of limited liability, by their legal form or the end of their name. */
const limited =
  /(^|\s)(GmbH|gGmbH|UG|AG|SE|Ltd\.?|Limited|PLC|DAC|CLG|S\.?r\.?l\.?|S\.?p\.?A\.?|Lda\.?|S\.?L\.?|S\.?A\.?|SARL|SAS|B\.?V\.?|N\.?V\.?|sp\. z o\.o\.)( & Co\. KG)?(\s*\(.*\))?$/i

/** What a company of limited liability names on its letters, where the settings do not say it. */
export function LettersLack({ values }: { values: CompanyValues }) {
  if (![values.legal_form, values.name].some((text) => limited.test(storableLine(text)))) return null
  const fields: readonly CompanyField[] = ['register_court', 'registration_number', 'represented_by']
  const lacks = fields.filter((field) => storableLine(values[field]) === '').map((field) => `“${companyLabels[field]}”`)
  return lacks.length === 0 ? null : (
    <Text size="sm" my="sm" role="status">
      {`A company of limited liability names its register, its number and who represents it on papers and mails. Yours lacks ${listed(lacks)}.`}
    </Text>
  )
}

/** What the imprint of a company in a country that asks for one still lacks, and the way to the page. */
export function ImprintLacks({ values }: { values: CompanyValues }) {
  if (!lawful.includes(countryCode(values.country) ?? '')) return null
  const lacks = lacking(wanted, values)
  return (
    <Text size="sm" my="sm" role="status">
      {lacks.length === 0
        ? `The imprint of your website has what the law asks for. ${ifThereIs(values)}`
        : `A business in your country needs an imprint on its website. Yours lacks ${listed(lacks)}. `}
      <Anchor href={linkTo('/imprint')} target="_blank" rel="noopener" size="sm">
        See the imprint
      </Anchor>
    </Text>
  )
}

/** What belongs on it where the business has any, and is not there. */
function ifThereIs(values: CompanyValues): string {
  const lacks = lacking(ifAny, values)
  return lacks.length === 0 ? '' : `Add ${listed(lacks)}, if you have ${lacks.length === 1 ? 'one' : 'them'}. `
}

/** The words of the fields that are empty. */
const lacking = <Field extends CompanyField>(words: Readonly<Record<Field, string>>, values: CompanyValues): string[] =>
  Object.entries<string>(words).flatMap(([field, word]) => (storableLine(values[field as Field]) === '' ? [word] : []))

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
