import { IconPackage } from '@tabler/icons-react'
import classes from './item-photos.module.css'

/** The name of an item in a list, with its first photo. */
export const NameWithPhoto = ({ of }: { of: { name: string; photos: readonly { preview: string }[] } }) => (
  <span className={classes.named}>
    {of.photos[0] ? (
      <img className={classes.small} src={of.photos[0].preview} alt="" />
    ) : (
      <span className={classes.small}>
        <IconPackage size={16} stroke={1.25} aria-hidden />
      </span>
    )}
    <span>{of.name}</span>
  </span>
)
