import { countryCode } from '@/shared/domain/places/country-code'

/** True for a cell that names no country in any known language. Electronic invoices, tax and payment files could not use it. */
export const isUnknownCountry = (cell: string): boolean => cell.trim() !== '' && countryCode(cell) === null

/** What is said of such a cell beside its row, which keeps everything else. */
export const unknownCountryText = (cell: string): string => `Country: “${cell}” is not known, and is left out`
