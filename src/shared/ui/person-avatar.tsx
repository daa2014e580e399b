import { Avatar, type AvatarProps } from '@mantine/core'

type PersonAvatarProps = Omit<AvatarProps, 'color' | 'name'> & { name: string; alt?: string }

/** The picture of a person, or their initials on a colour of their own that is readable in both themes. */
export const PersonAvatar = ({ name, ...avatar }: PersonAvatarProps) => (
  <Avatar
    alt=""
    name={name}
    styles={{ placeholder: { background: `oklch(46% 0.1 ${hueOf(name)})`, color: '#fff' } }}
    {...avatar}
  />
)

/** The same name has the same colour everywhere; neighbours in the list of hues are 36 degrees apart. */
function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum % 10) * 36
}
