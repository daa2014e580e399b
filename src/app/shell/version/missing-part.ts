/**
 * True when the error means that a part of the app could not be fetched, in the words of each browser and of the
 * bundler.
 */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
