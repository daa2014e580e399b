/** The day where the person is, as the database writes days: `2026-11-20`. */
export function todayOf(now: number): string {
  const day = new Date(now)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
