import { Avatar, type AvatarProps } from '@mantine/core'
import { personColour } from '@/shared/domain/people/person-hue'

type PersonAvatarProps = Omit<AvatarProps, 'color' | 'name'> & { name: string; alt?: string }

/** A person's picture, or their initials on their own colour, readable in both themes. */
export const PersonAvatar = ({ name, ...avatar }: PersonAvatarProps) => (
  <Avatar alt="" name={name} styles={{ placeholder: { background: personColour(name), color: '#fff' } }} {...avatar} />
)
