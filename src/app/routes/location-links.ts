import type { LocationLinks } from '@/features/people/locations/links'
import { linkTo, paths, taskPath } from '../paths'

export const locationLinks: LocationLinks = {
  locations: paths.locations,
  finder: paths.googleLocation,
  person: (id) => linkTo(paths.person, { id }),
  business: (id) => linkTo(paths.business, { id }),
  task: taskPath,
  delivery: (id) => linkTo(paths.delivery, { id }),
  trail: (id) => linkTo(paths.auditLog, { id }),
}
