import { useLive } from '@/kit/live/use-live'
import { locationsKey } from './api/locations.query'

/** The tables of each page that show here; comments and bank accounts do not. */
const sources = [
  { page: 'locations', tables: ['locations'] },
  { page: 'contacts', tables: ['contacts', 'contact_relations'] },
  { page: 'tasks', tables: ['tasks'] },
  { page: 'deliveries', tables: ['deliveries'] },
]

/** Reads locations again when one of them, or a record of one, changes. */
export const useLiveLocations = (): void => useLive(locationsKey, sources)
