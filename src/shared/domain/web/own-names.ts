import { storable } from '../text/storable'

const longestKept = 255

/** The names that files had on their devices, by stored path, as the database keeps them. */
export const ownNames = (files: readonly { path: string; name: string }[]): Record<string, string> =>
  Object.fromEntries(files.map(({ path, name }) => [path, storable(name).slice(0, longestKept).toWellFormed()]))
