import { storableLine } from '../domain/text/storable'

/** The `ilike` pattern that finds this text anywhere. A wildcard in the text becomes `_`, so it matches any one character. */
export const likeAnywhere = (text: string): string => `%${storableLine(text).replaceAll(/[%_\\*]/g, '_')}%`
