/** A typed time as `HH:MM`; null for other text. */
export function readTime(typed: string): string | null {
  const [, hours, minutes = '00', half] = /^\s*(\d{1,2})(?:[:.h]?(\d\d))?\s*([ap])?\.?m?\.?\s*$/i.exec(typed) ?? []
  if (hours === undefined) return null
  const after = half?.toLowerCase() === 'p' ? 12 : 0
  const hour = half ? (Number(hours) % 12) + after : Number(hours)
  return hour > 23 || Number(minutes) > 59 || (half && Number(hours) > 12)
    ? null
    : `${String(hour).padStart(2, '0')}:${minutes}`
}
