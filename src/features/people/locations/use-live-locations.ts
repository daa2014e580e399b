import { useLive } from '@/kit/live/use-live'
import { locationsKey } from './api/locations.query'

/** What each page tells that shows here: of comments or bank accounts it hears nothing. */
const sources = [
  { page: 'locations', tables: ['locations'] },
  { page: 'contacts', tables: ['contacts', 'contact_relations'] },
  { page: 'tasks', tables: ['tasks'] },
  { page: 'deliveries', tables: ['deliveries'] },
]

/** Reads locations again when one changes, or what hangs on them. */
export const useLiveLocations = (): void => useLive(locationsKey, sources)
