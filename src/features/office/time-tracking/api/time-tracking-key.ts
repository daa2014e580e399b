/** The root of every key of time tracking: invalidate it and lists, open entries and sums read again. */
export const timeTrackingKey = ['time-tracking'] as const
