import type { BankFields } from '@/shared/domain/money/bank-account'
import type { TaxKind } from '@/shared/domain/money/tax-on'
import { unionCountries } from '@/shared/domain/places/european-union'

/** How a country taxes what is sold. Sources: docs/countries.md. */
export type TaxFacts = {
  kind: TaxKind
  /** As inside of a sentence: `VAT`, `sales tax`. */
  name: string
  /** What papers call the own number. */
  idName: string
  rates: readonly TaxRate[]
}

export type TaxRate = {
  code: string
  label: string
  rate: string
  treatment: 'standard' | 'reverse_charge' | 'intra_community' | 'exempt' | 'export' | 'outside'
  isDefault: boolean
}

/** Country, name of the tax, name of the number, standard rate, reduced rates in percent. */
const valueAddedTaxes = `
AT|USt|UID|20|13 10
BE|BTW/TVA|BTW/TVA|21|12 6
BG|DDS|DDS No.|20|9
CH|MWST|MWST-Nr.|8.1|3.8 2.6
CY|VAT|VAT|19|9 5
CZ|DPH|DIČ|21|12
DE|USt|USt-IdNr.|19|7
DK|moms|CVR|25|
EE|KM|KMKR|24|
ES|IVA|NIF|21|10 4
FI|ALV|ALV|25.5|
FR|TVA|TVA|20|10 5.5 2.1
GB|VAT|VAT|20|5
GR|FPA|AFM|24|13 6
HR|PDV|OIB|25|13 5
HU|ÁFA|Adószám|27|18 5
IE|VAT|VAT|23|13.5 9
IT|IVA|Partita IVA|22|10 5 4
LT|PVM|PVM kodas|21|
LU|TVA|TVA|17|14 8 3
LV|PVN|PVN|21|12 5
MT|VAT|VAT|18|12 7 5
NL|btw|Btw-nummer|21|9
NO|MVA|Org.nr.|25|15 12
PL|VAT|NIP|23|8 5
PT|IVA|NIF|23|13 6
RO|TVA|CUI|21|11
SE|moms|VAT|25|12 6
SI|DDV|ID za DDV|22|9.5 5
SK|DPH|IČ DPH|23|19 5
`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function valueAddedTax(row: string): [string, TaxFacts] {
  const [country = '', name = '', idName = '', standard = '', reduced = ''] = row.split('|')
  const code = country.toLowerCase()
  const charged = [standard, ...reduced.split(' ').filter(Boolean)].map((rate, place) => ({
    code: `${code}-${rate}`,
    label: `${capital(name)} ${rate} %`,
    rate,
    treatment: 'standard' as const,
    isDefault: place === 0,
  }))
  const free = (treatment: Exclude<TaxRate['treatment'], 'standard'>, label: string): TaxRate => ({
    code: `${code}-${treatment.replace('_', '-')}`,
    label,
    rate: '0',
    treatment,
    isDefault: false,
  })
  return [
    country,
    {
      kind: 'vat',
      name,
      idName,
      rates: [
        ...charged,
        ...(unionCountries.includes(country)
          ? [
              free('reverse_charge', 'Reverse charge, business in another EU country'),
              free('intra_community', 'Goods to a business in another EU country'),
            ]
          : []),
        free('export', 'Export'),
        free('outside', 'Work for a business outside the country, not taxable here'),
        free('exempt', 'Exempt'),
      ],
    },
  ]
}

const byCountry: ReadonlyMap<string, TaxFacts> = new Map(valueAddedTaxes.trim().split('\n').map(valueAddedTax))

/** The countries whose tax is known here. */
export const taxedCountries: readonly string[] = [...byCountry.keys(), 'US']

/**
 * State and the rate of its own sales tax in percent. Without a rate: none, or not certain enough to propose. Counties and
 * cities add their own.
 */
const stateTaxes = `
AL|Alabama|4|America/Chicago
AK|Alaska||America/Anchorage
AZ|Arizona|5.6|America/Phoenix
AR|Arkansas|6.5|America/Chicago
CA|California|7.25|America/Los_Angeles
CO|Colorado|2.9|America/Denver
CT|Connecticut|6.35|America/New_York
DE|Delaware||America/New_York
DC|District of Columbia||America/New_York
FL|Florida|6|America/New_York
GA|Georgia|4|America/New_York
HI|Hawaii|4|Pacific/Honolulu
ID|Idaho|6|America/Boise
IL|Illinois|6.25|America/Chicago
IN|Indiana|7|America/Indiana/Indianapolis
IA|Iowa|6|America/Chicago
KS|Kansas|6.5|America/Chicago
KY|Kentucky|6|America/New_York
LA|Louisiana|5|America/Chicago
ME|Maine|5.5|America/New_York
MD|Maryland|6|America/New_York
MA|Massachusetts|6.25|America/New_York
MI|Michigan|6|America/Detroit
MN|Minnesota|6.875|America/Chicago
MS|Mississippi|7|America/Chicago
MO|Missouri|4.225|America/Chicago
MT|Montana||America/Denver
NE|Nebraska|5.5|America/Chicago
NV|Nevada||America/Los_Angeles
NH|New Hampshire||America/New_York
NJ|New Jersey|6.625|America/New_York
NM|New Mexico|4.875|America/Denver
NY|New York|4|America/New_York
NC|North Carolina|4.75|America/New_York
ND|North Dakota|5|America/Chicago
OH|Ohio|5.75|America/New_York
OK|Oklahoma|4.5|America/Chicago
OR|Oregon||America/Los_Angeles
PA|Pennsylvania|6|America/New_York
RI|Rhode Island|7|America/New_York
SC|South Carolina|6|America/New_York
SD|South Dakota||America/Chicago
TN|Tennessee|7|America/Chicago
TX|Texas|6.25|America/Chicago
UT|Utah||America/Denver
VT|Vermont|6|America/New_York
VA|Virginia||America/New_York
WA|Washington|6.5|America/Los_Angeles
WV|West Virginia|6|America/New_York
WI|Wisconsin|5|America/Chicago
WY|Wyoming|4|America/Denver
`

export type State = { code: string; name: string; rate: string | null; zone: string }

/** The states of the United States, by name. */
export const states: readonly State[] = stateTaxes
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', name = '', rate = '', zone = ''] = row.split('|')
    return { code, name, rate: rate || null, zone }
  })

/** The tax of a country, of a state where there is one; null where it is not known here. */
export function taxOf(country: string, state: State | null): TaxFacts | null {
  if (country !== 'US') return byCountry.get(country) ?? null
  return {
    kind: 'sales_tax',
    name: 'sales tax',
    idName: 'Tax ID',
    rates: [
      ...(state?.rate
        ? [
            {
              code: `us-${state.code.toLowerCase()}`,
              label: `Sales tax, ${state.name}`,
              rate: state.rate,
              treatment: 'standard' as const,
              isDefault: true,
            },
          ]
        : []),
      { code: 'us-exempt', label: 'Exempt or for resale', rate: '0', treatment: 'exempt', isDefault: false },
    ],
  }
}

/** What an account is named by where no IBAN is used, or where payers are used to another form. */
export const bankFieldsOf = (country: string): BankFields =>
  country === 'US' ? 'routing' : country === 'GB' ? 'sort_code' : 'iban'

/** EN 16931 is the standard of the European Union; Norway, Switzerland and the United Kingdom have lists for it in Peppol. */
export const electronicInvoicesOf = (country: string): 'en16931' | 'none' =>
  unionCountries.includes(country) || country === 'NO' || country === 'GB' || country === 'CH' ? 'en16931' : 'none'
