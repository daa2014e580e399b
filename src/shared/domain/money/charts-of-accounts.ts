/** The charts of accounts that come with the product, as `private.chart_of` names them. */
export const charts = [
  { value: 'general', label: 'General chart' },
  { value: 'skr03', label: 'Germany: SKR03' },
  { value: 'snc', label: 'Portugal: SNC' },
] as const

export type Chart = (typeof charts)[number]['value']

/** The chart that a company of a country begins with, by its ISO code; the general one where none of the country is kept here. */
export const chartOf = (country: string): Chart => (country === 'DE' ? 'skr03' : country === 'PT' ? 'snc' : 'general')

/** The number of the account of clients in each chart: by it a chart in use is known. */
export const clientsAccounts: Record<Chart, string> = { general: '1100', skr03: '1400', snc: '211' }
