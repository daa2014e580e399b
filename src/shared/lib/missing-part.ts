/** Hears of every part of the app that could not be fetched. */
export const missingParts = new EventTarget()

/** A part of the app could not be fetched: it may be gone because a newer version is served. */
export const reportMissingPart = (): void => void missingParts.dispatchEvent(new Event('missing'))
