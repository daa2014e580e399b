import { countryCode } from './country-code.ts'

/** A stored tax number as its country writes it: `74-1234567` for an EIN of the United States; others stay as they are. */
export const taxNumberText = (stored: string, country: string | null): string =>
  /^\d{9}$/.test(stored) && countryCode(country) === 'US' ? `${stored.slice(0, 2)}-${stored.slice(2)}` : stored
