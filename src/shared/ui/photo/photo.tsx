import { photoAddress, type PhotoFacts, photoSources } from './photo-facts'
import classes from './photo.module.css'

type PhotoProps = {
  photo: PhotoFacts
  /** Its width on the page, as in `sizes` of HTML. */
  sizes: string
  /** It stands in the first window: it is loaded before the others. */
  isFirst?: boolean
  className?: string | undefined
}

/** A photograph in the size that the window needs. Its room is kept, in its own colour, until it is here. */
export const Photo = ({ photo, sizes, isFirst = false, className = '' }: PhotoProps) => (
  <img
    className={`${classes.photo} ${className}`}
    src={photoAddress(photo, photo.widths.at(-1) ?? photo.width)}
    srcSet={photoSources(photo)}
    sizes={sizes}
    width={photo.width}
    height={photo.height}
    alt={photo.alt}
    loading={isFirst ? 'eager' : 'lazy'}
    fetchPriority={isFirst ? 'high' : 'auto'}
    decoding="async"
    style={{ backgroundColor: photo.tone }}
  />
)
