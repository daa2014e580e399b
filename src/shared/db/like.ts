import { storableLine } from '../domain/text/storable'

/** The pattern of `ilike` that finds this text anywhere; a sign with a meaning of its own in patterns stands for any one. */
export const likeAnywhere = (text: string): string => `%${storableLine(text).replaceAll(/[%_\\*]/g, '_')}%`
