// Converts PostgreSQL's text forms to the values of PostgREST's JSON, the same for both engines.

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.6+00:00`; `infinity` stays. */
export const parseTimestamptz = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

export const parseTimestamp = (text: string): string => text.replace(' ', 'T')

/** A JSON number in its written form (`12.50`); values that JSON lacks (`NaN`) stay text. */
export function parseNumeric(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

export function parseBigint(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

export const parseJson = (text: string): unknown => JSON.parse(text)

export const asIs = (text: string): string => text

/** Text is already JSON; anything else becomes it. */
export const serializeJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
