import type { Colleague } from '../api/staff.query'

/** A person's name, or the fallback for a missing person (spec 2 §8); empty while staff are loading. */
export function nameOf(
  staff: readonly Colleague[] | undefined,
  userId: string | null,
  fallback: 'Unknown' | 'Someone' = 'Unknown',
): string {
  if (!staff) return ''
  return staff.find((colleague) => colleague.userId === userId)?.name || fallback
}

export const pictureOf = (staff: readonly Colleague[] | undefined, userId: string | null): string | null =>
  staff?.find((colleague) => colleague.userId === userId)?.avatarUrl ?? null
