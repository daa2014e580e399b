import { Avatar, type AvatarProps } from '@mantine/core'
import { personColour } from '@/shared/domain/people/person-hue'

type PersonAvatarProps = Omit<AvatarProps, 'color' | 'name'> & { name: string; alt?: string }

/** The picture of a person, or their initials on a colour of their own that is readable in both themes. */
export const PersonAvatar = ({ name, ...avatar }: PersonAvatarProps) => (
  <Avatar alt="" name={name} styles={{ placeholder: { background: personColour(name), color: '#fff' } }} {...avatar} />
)
