import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'
import { count, list, record, type Shape, text } from './mini-schema'

/** A photograph as `private.photo_facts` tells it. */
export const photoShape: Shape<PhotoFacts> = record({
  id: text,
  alt: text,
  type: text,
  width: count,
  height: count,
  widths: list(count),
  tone: text,
})
