import type { Colleague } from '../api/staff.query'
import { nameOf, pictureOf } from './people'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'

type PersonMarkProps = { userId: string | null; staff: readonly Colleague[] | undefined; size?: number }

/** A person's picture or initials, beside their name. */
export function PersonMark({ userId, staff, size = 28 }: PersonMarkProps) {
  return <PersonAvatar src={pictureOf(staff, userId)} name={nameOf(staff, userId)} size={size} alt="" />
}
