const pattern = /^(\d{2,7}):([0-5]\d):([0-5]\d)$/

/** Whole seconds of HH:MM:SS, with hours of two digits or more; null for other text. */
export function parseDuration(text: unknown): number | null {
  const [, hours, minutes, seconds] = (typeof text === 'string' && pattern.exec(text)) || []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Seconds as HH:MM:SS (spec 2 §9). Parts of a second are dropped, hours grow beyond 99, and time never is negative. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(twoDigits).join(':')
}

/** Seconds as hours in decimals, for spreadsheets: `5400` is `1.50`. */
export const decimalHours = (seconds: number): string => (Math.max(0, seconds) / 3600).toFixed(2)

/** Minutes as text: `1 h 20 min`, `45 min`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes)
  const hours = Math.floor(whole / 60)
  return [hours > 0 ? `${hours} h` : '', whole % 60 > 0 || hours === 0 ? `${whole % 60} min` : '']
    .filter(Boolean)
    .join(' ')
}

/** Seconds of work as text, in whole minutes: `1 h 20 min`, `less than a minute`, `0 min` where nobody worked. */
export const workedText = (seconds: number): string =>
  seconds > 0 && seconds < 60 ? 'less than a minute' : minutesText(Math.floor(seconds / 60))

/** The sum of minutes that are shown one by one with `minutesText`: who adds what they read comes to it. */
export const sumOfMinutes = (minutes: readonly number[]): number =>
  minutes.reduce((all, each) => all + Math.round(each), 0)

const twoDigits = (number: number) => String(number).padStart(2, '0')
