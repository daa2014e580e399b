import type { ComponentType } from 'react'
import type { DrawingName } from '@/shared/domain/web/drawing-names'
import { serviceArt } from './services'
import { topicArt } from './topics'

const drawings: Readonly<Record<DrawingName, ComponentType>> = { ...serviceArt, ...topicArt }

/** A drawing of the site by its name; the registration mark for a name that is not known. */
export function Drawing({ name }: { name: string | null }) {
  const found = Object.entries(drawings).find(([key]) => key === name)
  const Art = found?.[1] ?? topicArt.mark
  return <Art />
}
