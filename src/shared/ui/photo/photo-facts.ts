import { publicFileAt } from '@/shared/db/public-files'

/** A photograph of the site: its files, its size in pixels, and its average colour. */
export type PhotoFacts = {
  id: string
  /** What it shows, in words; empty until somebody wrote it. */
  alt: string
  type: string
  width: number
  height: number
  widths: number[]
  tone: string
}

/** The address of the file of one width. */
export const photoAddress = ({ id, type }: Pick<PhotoFacts, 'id' | 'type'>, width: number): string =>
  publicFileAt('site-photos', `${id}/${width}.${type}`)

/** The addresses of all widths, for `srcset`. */
export const photoSources = (photo: PhotoFacts): string =>
  photo.widths.map((width) => `${photoAddress(photo, width)} ${width}w`).join(', ')
