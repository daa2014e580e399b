import { storableLine } from '../domain/text/storable'

/** The `ilike` pattern that finds this text anywhere. A wildcard in the text becomes `_`, so it matches any one character. */
export const likeAnywhere = (text: string): string => `%${storableLine(text).replaceAll(/[%_\\*]/g, '_')}%`

/** The `ilike` pattern that finds exactly this text, in any case. A `*`, which would stand for any text, matches any one character. */
export const likeExactly = (text: string): string =>
  storableLine(text)
    .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
    .replaceAll('*', '_')
