import { anybody } from '../route-sets/route.ts'
import { everySet } from './area.ts'

export const officeForVisitors = [
  {
    path: '/tasks/locations',
    sets: everySet,
    title: 'Task locations',
    part: 'tasks',
    guard: anybody,
    frame: 'shared',
    load: async () => (await import('../screens/task-locations.tsx')).TaskLocations,
  },
] as const
