import { Avatar } from '@mantine/core'
import type { Colleague } from '../api/staff.query'
import { nameOf, pictureOf } from './people'

type PersonMarkProps = { userId: string | null; staff: readonly Colleague[] | undefined; size?: number }

/** A person's picture or initials, beside their name. */
export function PersonMark({ userId, staff, size = 28 }: PersonMarkProps) {
  return <Avatar src={pictureOf(staff, userId)} name={nameOf(staff, userId)} color="process" size={size} alt="" />
}
