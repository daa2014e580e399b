/** One thing that people set, on a screen that sets several: found by its own words, opened at its place. */
export type SettingPart = {
  /** The path of its screen, whose guard holds for it too. */
  path: string
  /** The part of the address after the path. */
  at: string
  label: string
  /** Other words that people search for. */
  words: string
}

const company = (at: string, label: string, words: string): SettingPart => ({
  path: '/settings/company',
  at: `#${at}`,
  label,
  words,
})
const booking = (at: string, label: string, words: string): SettingPart => ({
  path: '/booking-list',
  at: `?tab=hours#${at}`,
  label,
  words,
})

/** The settings that the palette and the search on /settings find beside the screens themselves. */
export const settingParts: readonly SettingPart[] = [
  company('name', 'Name of the company', 'brand identity registration'),
  company('logo', 'Logo', 'picture brand mark'),
  company('brand_color', 'Brand colour', 'look theme'),
  company('email', 'Email of the company', 'contact phone address telephone'),
  company('country', 'Country', 'address of the company'),
  company('iban', 'Bank account', 'IBAN BIC bank transfer account holder'),
  company('payment_terms_days', 'Payment terms', 'due days credit'),
  company('cash_discount_pct', 'Cash discount', 'early payment prompt skonto terms'),
  company('small_rest', 'Small rests', 'write off invoice cents bad debt'),
  company('currency', 'Currency', 'money euro'),
  company('time_zone', 'Time zone', 'clock'),
  company('number_style', 'How numbers are written', 'number format decimal comma point'),
  company('date_style', 'How dates and times are written', 'date format hour clock'),
  company('vat-rates', 'Tax rates', 'VAT sales tax'),
  company('new-quotations-heading', 'Deposit and validity of quotations', 'percent valid days'),
  company('terms-heading', 'Terms of quotations', 'conditions small print language templates'),
  company('floor-heading', 'Margin floor', 'least margin profit'),
  company(
    'orders-of-clients-heading',
    'What clients see of their orders',
    'stage progress artwork printing finishing account',
  ),
  booking('opening-hours', 'Opening hours', 'times open week appointments'),
  booking('closed-days', 'Closed days', 'holidays public holiday closures shut'),
  booking('kinds', 'Kinds of appointments', 'booking site visit measuring'),
  {
    path: '/settings/sign-in',
    at: '',
    label: 'Second factor',
    words: 'two-factor 2FA MFA authenticator security password',
  },
  {
    path: '/exchange-rates',
    at: '',
    label: 'Currencies of clients',
    words: 'currency exchange rate foreign dollar pound franc',
  },
  { path: '/contacts', at: '?view=import', label: 'Import contacts', words: 'clients suppliers spreadsheet CSV Excel' },
]
