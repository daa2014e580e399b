import { serviceArt } from './services'
import { topicArt } from './topics'

const drawings = { ...serviceArt, ...topicArt }

/** The names of the drawings, as services and posts keep them. */
export const drawingNames = Object.keys(drawings)

/** A drawing of the site by its name; the registration mark for a name that is not known. */
export function Drawing({ name }: { name: string | null }) {
  const found = Object.entries(drawings).find(([key]) => key === name)
  const Art = found?.[1] ?? topicArt.mark
  return <Art />
}
