/** How PostgreSQL's text forms become what PostgREST puts into JSON. The same for both engines. */

/** `2026-01-02 03:04:05.6+00` → `2026-01-02T03:04:05.6+00:00`; `infinity` stays. */
export const parseTimestamptz = (text: string): string => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

export const parseTimestamp = (text: string): string => text.replace(' ', 'T')

/** A JSON number, however it was written (`12.50`); what JSON cannot say (`NaN`) stays text. */
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
